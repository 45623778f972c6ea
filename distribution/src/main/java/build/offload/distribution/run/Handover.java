package build.offload.distribution.run;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Reply;
import build.offload.distribution.run.RunSession.Patience;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Hands a build to the controller. One that dies over it may have taken the build or not, so the same is handed over again once
 * it is back: under the same key it attaches to the job, should there be one.
 */
final class Handover {

    private static final String AWAY = "the controller went away while it took the build; asking again once it is back"
            + " (offload up --detach starts it)";

    private final Supplier<ControllerClient> connect;
    private final BuildOrder order;
    private final Patience patience;
    private final Consumer<String> say;
    private final BooleanSupplier unwanted;

    /** Create one; {@code unwanted} says whether the user has changed his mind meanwhile. */
    Handover(
            Supplier<ControllerClient> connect,
            BuildOrder order,
            Patience patience,
            Consumer<String> say,
            BooleanSupplier unwanted) {
        this.connect = connect;
        this.order = order;
        this.patience = patience;
        this.say = say;
        this.unwanted = unwanted;
    }

    /**
     * Submit, and return the answer.
     *
     * @throws CommandFailure when there is no controller to begin with, or none for too long
     */
    Reply submit() {
        ControllerClient client = connect.get();
        try {
            return post(client);
        } catch (ConnectException neverReached) {
            throw client.unreachable(neverReached);
        } catch (IOException broken) {
            return again(String.valueOf(broken.getMessage()));
        }
    }

    private Reply again(String problem) {
        long since = System.nanoTime();
        String last = problem;
        while (!unwanted.getAsBoolean()) {
            try {
                return post(connect.get());
            } catch (IOException broken) {
                last = String.valueOf(broken.getMessage());
            } catch (CommandFailure failure) {
                if (failure.code() != ExitCode.NO_CONTROLLER) {
                    throw failure;
                }
                last = String.valueOf(failure.getMessage());
            }
            if (Duration.ofNanos(System.nanoTime() - since).compareTo(patience.away()) > 0) {
                throw new CommandFailure(ExitCode.NO_CONTROLLER, "lost the controller: " + last + "; " + unknown());
            }
            say.accept(AWAY);
            patience.pause();
        }
        throw new CommandFailure(ExitCode.CANCELLED, "interrupted; " + unknown());
    }

    private Reply post(ControllerClient client) throws IOException {
        return client.post(ControllerClient.api("jobs"), order.body());
    }

    private String unknown() {
        String then = order.ownerPid().isPresent()
                ? "if it was, it is cancelled when the controller runs again, since nobody waits for it"
                : "the same command with --key " + order.key() + " attaches to it instead of building twice";
        return "whether the build was taken is not known, and " + then
                + ". Start the controller with: offload up --detach; then see: offload jobs";
    }
}
