package build.offload.plugin.http;

import build.offload.plugin.http.Gate.Passage;
import build.offload.plugin.http.Reply.Problem;
import build.offload.plugin.http.Responder.Exchange;
import build.offload.spi.frontend.Controller.NotFoundException;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.model.InvalidValueException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Objects;

/** Takes every request from its head to its answer: through the {@link Gate}, to its endpoint, and back. */
final class Dispatcher implements Handler {

    private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final Duration STOPPING_RETRY = Duration.ofSeconds(2);
    private static final HeaderName VERSION = HeaderNames.create("Offload-Version");

    private final Gate gate;
    private final InFlight inFlight;
    private final Bodies bodies;
    private final Responder responder;
    private final String version;

    Dispatcher(Gate gate, InFlight inFlight, Bodies bodies, Responder responder, String version) {
        this.gate = gate;
        this.inFlight = inFlight;
        this.bodies = bodies;
        this.responder = responder;
        this.version = version;
    }

    /** Makes the unread body of a request. */
    @FunctionalInterface
    interface Bodies {
        Body of(ServerRequest request);
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        switch (gate.examine(Heads.of(request))) {
            case Passage.Refused(Problem problem) -> responder.send(new Exchange(request, response, false), problem);
            case Passage.Admitted admitted -> {
                response.header(VERSION, version);
                counted(new Exchange(request, response, true), admitted);
            }
        }
    }

    private void counted(Exchange exchange, Passage.Admitted admitted) {
        if (!inFlight.enter()) {
            responder.send(exchange, Problems.busy(STOPPING_RETRY));
            return;
        }
        try {
            responder.send(exchange, answered(exchange.request(), admitted));
        } finally {
            inFlight.leave();
        }
    }

    private Reply answered(ServerRequest request, Passage.Admitted admitted) {
        try {
            return admitted.route().endpoint().answer(read(request, admitted));
        } catch (ProblemException refused) {
            return refused.problem();
        } catch (InvalidValueException invalid) {
            return Fields.refused("invalid-value", invalid.getMessage() + ".", invalid.field())
                    .problem();
        } catch (NotFoundException absent) {
            return Problems.missing(
                    absent.code(), Objects.requireNonNullElse(absent.getMessage(), "It does not exist."));
        } catch (StoreUnavailableException unavailable) {
            LOG.log(System.Logger.Level.WARNING, "The store cannot be read.", unavailable);
            return Problems.storeUnavailable();
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RuntimeException failed) {
            String route = admitted.route().method() + " "
                    + admitted.route().template().text();
            LOG.log(System.Logger.Level.ERROR, "A request failed at " + route + ".", failed);
            return Problems.internal();
        }
    }

    private Request read(ServerRequest request, Passage.Admitted admitted) {
        return new Request(
                admitted.caller(),
                admitted.parameters(),
                QueryParameters.of(request.query().rawValue()),
                bodies.of(request),
                Heads.joined(request.headers(), HeaderNames.IF_NONE_MATCH));
    }
}
