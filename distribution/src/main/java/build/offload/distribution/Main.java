package build.offload.distribution;

/** The command line's entry point. */
public final class Main {
    private Main() {}

    /** Prints the version; the commands are to come. */
    public static void main(String[] arguments) {
        System.out.println("offload 0.1.0-SNAPSHOT");
    }
}
