package build.offload.plugin.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The body of a request, read once, when an endpoint asks for it. */
final class Body {

    private static final Pattern JSON =
            Pattern.compile("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    private final ServerRequest request;
    private final Wire wire;
    private final SlowPeers peers;

    Body(ServerRequest request, Wire wire, SlowPeers peers) {
        this.request = request;
        this.wire = wire;
        this.peers = peers;
    }

    /**
     * Read a JSON document: size first, then the content type, then the text.
     *
     * @throws ProblemException with status 413, 415 or 400
     */
    JsonNode json(int limit) {
        if (request.headers().contentLength().orElse(0) > limit) {
            throw new ProblemException(Problems.tooLarge(limit));
        }
        checkType();
        byte[] body = peers.within(() -> read(limit));
        return wire.parse(body);
    }

    /** A missing content type is taken for JSON: no form and no page of another site can leave it out and send a token. */
    private void checkType() {
        Optional<String> type = Heads.joined(request.headers(), HeaderNames.CONTENT_TYPE);
        if (type.isPresent() && !JSON.matcher(type.get().strip()).matches()) {
            throw new ProblemException(Problems.unsupportedMediaType());
        }
    }

    private byte[] read(int limit) {
        try {
            InputStream stream = request.content().inputStream();
            byte[] body = stream.readNBytes(limit + 1);
            if (body.length > limit) {
                throw new ProblemException(Problems.tooLarge(limit));
            }
            return body;
        } catch (RequestException refused) {
            throw new ProblemException(ServerRefusals.problem(refused.status()).closing());
        } catch (IllegalArgumentException malformed) {
            // The server's own parser of chunk sizes lets this one through.
            throw new ProblemException(
                    Problems.badRequest("The size of a chunk is not a number.").closing());
        } catch (IOException | UncheckedIOException | DataReader.InsufficientDataAvailableException gone) {
            throw new CloseConnectionException("the client left before its body was complete", gone);
        }
    }
}
