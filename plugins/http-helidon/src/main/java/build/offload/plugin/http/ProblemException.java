package build.offload.plugin.http;

/** Ends a request with a refusal from wherever its reading found one. */
final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Reply.Problem problem;

    ProblemException(Reply.Problem problem) {
        super(problem.error());
        this.problem = problem;
    }

    Reply.Problem problem() {
        return problem;
    }
}
