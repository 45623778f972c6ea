/**
 * What every promotion needs of a checkout: ways that follow no link, a look at what stands there, verified copies, a journal that
 * is always whole.
 */
package build.offload.plugin.publish.checkout;
