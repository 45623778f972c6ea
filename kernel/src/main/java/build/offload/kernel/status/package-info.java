/**
 * The read side: the complete snapshot behind {@code /status}, and the answers to every query. It changes nothing.
 *
 * <p>Reading ten thousand tickets and a thousand hosts takes SQLite a tenth of a second, and a status is asked for all the time. So
 * what one read found is kept, and the next reads again only what events since then were about. That rests on a rule for
 * every transition: <b>its events name each job and each host whose rows it changes.</b>
 */
package build.offload.kernel.status;
