package build.offload.distribution;

import build.offload.distribution.cli.OffloadCli;
import build.offload.distribution.cli.Surroundings;

/** The command line's entry point. */
public final class Main {

    private Main() {}

    /**
     * Carry out one command. The process is ended in any case: a server that had started before something failed has
     * threads of its own, and would keep the JVM for ever.
     */
    public static void main(String[] arguments) {
        System.exit(carriedOut(arguments));
    }

    private static int carriedOut(String[] arguments) {
        try {
            return new OffloadCli(Surroundings.ofThisProcess()).execute(arguments);
        } catch (Exception | Error fault) {
            fault.printStackTrace();
            return ExitCode.INTERNAL.number();
        }
    }
}
