package build.offload.conformance.executor;

import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.OutputSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** How a run stands and what it printed, from the offsets that were asked for; output out of place is refused. */
final class Seen implements OutputSink {

    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final long fromOut;
    private final long fromErr;
    RunReport report = new RunReport.Running();

    Seen(long fromOut, long fromErr) {
        this.fromOut = fromOut;
        this.fromErr = fromErr;
    }

    @Override
    public synchronized void write(Stream stream, long offset, ByteBuffer bytes) throws IOException {
        ByteArrayOutputStream kept = stream == Stream.STDOUT ? stdout : stderr;
        long due = kept.size() + (stream == Stream.STDOUT ? fromOut : fromErr);
        if (offset != due) {
            throw new IOException("output at offset " + offset + " came when " + due + " was next");
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        kept.writeBytes(copy);
    }

    synchronized byte[] outBytes() {
        return stdout.toByteArray();
    }

    synchronized byte[] errBytes() {
        return stderr.toByteArray();
    }

    String out() {
        return new String(outBytes(), StandardCharsets.UTF_8);
    }

    String err() {
        return new String(errBytes(), StandardCharsets.UTF_8);
    }
}
