package build.offload.spi.model;

/**
 * A process beyond doubt: a PID alone is reused, so the raw start ticks and the boot it belongs to go with it.
 *
 * @param pid the process id, in the controller's PID namespace
 * @param startTicks field 22 of {@code /proc/PID/stat}: clock ticks between boot and the start of the process
 * @param bootId the kernel's random boot id
 */
public record ProcessIdentity(long pid, long startTicks, String bootId) {

    public ProcessIdentity {
        if (pid < 1 || startTicks < 0 || bootId.isBlank()) {
            throw new InvalidValueException("process", "needs a PID from 1, start ticks from 0 and a boot id");
        }
    }
}
