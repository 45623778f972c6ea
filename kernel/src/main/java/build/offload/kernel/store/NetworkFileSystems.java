package build.offload.kernel.store;

import java.util.Locale;
import java.util.Set;

/** File systems whose locks and shared memory reach over a network, or pretend to: a write-ahead log is not safe on them. */
final class NetworkFileSystems {

    private static final Set<String> TYPES = Set.of(
            "9p",
            "afs",
            "beegfs",
            "ceph",
            "cifs",
            "coda",
            "davfs",
            "gfs2",
            "glusterfs",
            "gpfs",
            "lustre",
            "ncpfs",
            "nfs",
            "nfs4",
            "ocfs2",
            "orangefs",
            "smb2",
            "smb3",
            "smbfs",
            "sshfs",
            "virtiofs");

    private NetworkFileSystems() {}

    /** Return whether a file system of this type, as the kernel names it, is one of them. FUSE names its kind after a dot. */
    static boolean includes(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return TYPES.contains(name) || (name.startsWith("fuse.") && !name.equals("fuse.fuse-overlayfs"));
    }
}
