package build.offload.conformance.crash;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Ends the very process at once, by a signal that nothing can catch. */
@SuppressWarnings("restricted")
final class SelfKill {

    private static final int SIGKILL = 9;
    private static final int PID = Math.toIntExact(ProcessHandle.current().pid());
    private static final MethodHandle KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private SelfKill() {}

    /** Do beforehand what would take time when the moment has come: a signal of 0 is sent to nobody. */
    static void makeReady() {
        send(0);
    }

    static void now() {
        send(SIGKILL);
    }

    private static void send(int signal) {
        try {
            int failed = (int) KILL.invokeExact(PID, signal);
            if (failed != 0) {
                throw new IllegalStateException("the process cannot signal itself");
            }
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
