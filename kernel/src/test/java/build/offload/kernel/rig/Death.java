package build.offload.kernel.rig;

/**
 * The controller dies here: nothing that follows is run. It is an error of the virtual machine, because that is the one thing
 * the guard around plugins lets through.
 */
public final class Death extends InternalError {

    private static final long serialVersionUID = 1L;

    /** Create the death at a place. */
    public Death(String where) {
        super("the controller dies " + where);
    }
}
