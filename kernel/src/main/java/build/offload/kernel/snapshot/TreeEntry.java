package build.offload.kernel.snapshot;

/**
 * One file or link of a snapshot.
 *
 * @param objectId git's name of the content, lower-case hexadecimal
 */
public record TreeEntry(TreePath path, EntryMode mode, String objectId) {}
