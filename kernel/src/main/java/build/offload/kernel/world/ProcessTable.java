package build.offload.kernel.world;

import build.offload.spi.model.ProcessIdentity;
import java.util.Optional;
import java.util.OptionalLong;

/** The processes of this machine, by an identity that is never reused. Safe for use by several threads. */
public interface ProcessTable {

    /** Return the identity of the process that has this PID now; absent when none has, or only a zombie. */
    Optional<ProcessIdentity> find(long pid);

    /** Return the identity of this process. */
    ProcessIdentity self();

    /** Return the random id of the running boot. */
    String bootId();

    /** Return the lasting id of this machine. */
    String machineId();

    /** Return the user a process runs as; absent when there is no such process. */
    OptionalLong uid(long pid);

    /** Return the name of a process's PID namespace; absent when there is no such process or it may not be looked at. */
    Optional<String> namespace(long pid);

    /** Return whether exactly this process still runs: same boot, same PID, same start. */
    default boolean alive(ProcessIdentity process) {
        return process.bootId().equals(bootId())
                && find(process.pid()).filter(process::equals).isPresent();
    }
}
