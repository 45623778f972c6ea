package build.offload.kernel.reconcile;

import java.util.Set;

/** Thrown when a host is reached by an executor that is not loaded; names it, and those that are. */
public final class UnknownExecutorException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnknownExecutorException(String name, Set<String> loaded) {
        super("there is no executor '" + name + "'; loaded are " + loaded + ". Put its plugin back and start again");
    }
}
