/**
 * Promotion file by file. Staged files are first copied beside their targets and synced; then a journal is written; then each
 * takes its target's place in one step, the replaced file kept until all are there.
 *
 * <p>Two things make this safe against a user who works in the checkout meanwhile. Folders are opened one component at a time
 * without following links, and held open while names in them are used, so a folder that is swapped for a link leads nowhere.
 * And a target is not overwritten but <em>exchanged</em> with the new file, by one system call: what comes out on the other
 * side is looked at, and if it is not what was expected it goes back. Where the file system or the Java runtime does not offer
 * that ({@link build.offload.plugin.publish.checkout.PortableReach}), a few microseconds between the last look and the rename
 * remain in which an edit can be lost.
 */
package build.offload.plugin.publish.files;
