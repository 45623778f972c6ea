package build.offload.kernel.world;

import build.offload.spi.model.ProcessIdentity;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Processes that exist because a test says so. The controller itself is PID 1000. */
public final class FixedProcessTable implements ProcessTable {

    private static final String BOOT = "b0071d00-0000-4000-8000-00000000000";
    private static final long SELF = 1000;

    private final Map<Long, ProcessIdentity> living = new ConcurrentHashMap<>();
    private final AtomicInteger boots = new AtomicInteger();

    /** Create the table of a machine that has booted once. */
    public FixedProcessTable() {
        reboot();
    }

    /** Let the machine boot anew: nothing runs but the controller, which has its PID and start ticks again. */
    public void reboot() {
        boots.incrementAndGet();
        living.clear();
        start(SELF, 5000);
    }

    /** Let a process run. */
    public ProcessIdentity start(long pid, long startTicks) {
        ProcessIdentity process = new ProcessIdentity(pid, startTicks, bootId());
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
        return living.getOrDefault(SELF, new ProcessIdentity(SELF, 5000, bootId()));
    }

    @Override
    public String bootId() {
        return BOOT + boots.get();
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
