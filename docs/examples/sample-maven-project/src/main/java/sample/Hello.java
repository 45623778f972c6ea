package sample;

/** Says hello. */
public final class Hello {

    private Hello() {}

    /** Prints one line. */
    public static void main(String[] arguments) {
        System.out.println("Hello from a jar that offload built and brought back.");
    }
}
