package build.offload.kernel.world;

import build.offload.spi.model.ProcessIdentity;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** Processes that exist because a test says so. The controller itself is PID 1000. */
public final class FixedProcessTable implements ProcessTable {

    private static final String BOOT = "b0071d00-0000-4000-8000-000000000001";
    private static final ProcessIdentity SELF = new ProcessIdentity(1000, 5000, BOOT);

    private final Map<Long, ProcessIdentity> living = new ConcurrentHashMap<>(Map.of(SELF.pid(), SELF));

    /** Let a process run. */
    public ProcessIdentity start(long pid, long startTicks) {
        ProcessIdentity process = new ProcessIdentity(pid, startTicks, BOOT);
        living.put(pid, process);
        return process;
    }

    /** Let a process be gone. */
    public void end(long pid) {
        living.remove(pid);
    }

    @Override
    public Optional<ProcessIdentity> find(long pid) {
        return Optional.ofNullable(living.get(pid));
    }

    @Override
    public ProcessIdentity self() {
        return SELF;
    }

    @Override
    public String bootId() {
        return BOOT;
    }

    @Override
    public String machineId() {
        return "0123456789abcdef0123456789abcdef";
    }

    @Override
    public OptionalLong uid(long pid) {
        return living.containsKey(pid) ? OptionalLong.of(1000) : OptionalLong.empty();
    }

    @Override
    public Optional<String> namespace(long pid) {
        return living.containsKey(pid) ? Optional.of("pid:[4026531836]") : Optional.empty();
    }
}
