/**
 * Promotion folder by folder. Beside each declared folder a new one is laid out and synced: the staged files as copies, and what no
 * manifest of ours knows as a second name of the very same file, so that nothing is copied that somebody may be writing to. Then
 * a journal is written, and the two folders change places by one system call ({@code renameat2} with {@code RENAME_EXCHANGE}).
 * What comes out is compared with what was recorded: if anybody replaced, added or removed a file in between, the folders change
 * places again.
 *
 * <p>An old folder that is out of the way is taken apart by what was recorded of it. What is found there beyond that, left by
 * somebody who still holds the folder open, is moved into the folder that is in place.
 */
package build.offload.plugin.publish.directory;
