package build.offload.conformance.wire.fake;

import build.offload.conformance.wire.http.Connector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Connects to a fake without a network: what was written by the first read is the request. All of it is still HTTP. */
public record InMemory(Handler handler) implements Connector {

    @Override
    public Connection open() {
        return new Memory(handler, new ByteArrayOutputStream());
    }

    private record Memory(Handler handler, ByteArrayOutputStream request) implements Connection {

        @Override
        public OutputStream out() {
            return request;
        }

        @Override
        public InputStream in() throws IOException {
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            try {
                new FakeConnection(new ByteArrayInputStream(request.toByteArray()), answer).serve(handler);
            } catch (EOFException left) {
                return new ByteArrayInputStream(answer.toByteArray());
            }
            return new ByteArrayInputStream(answer.toByteArray());
        }

        @Override
        public void close() {}
    }
}
