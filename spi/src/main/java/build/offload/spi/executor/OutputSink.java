package build.offload.spi.executor;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes a running command's output as it comes. Called by one thread. */
public interface OutputSink {

    /** Which of the command's two outputs. */
    enum Stream {
        STDOUT,
        STDERR
    }

    /** Take bytes that stand at {@code offset} of the stream; offsets of one stream come without gap. */
    void write(Stream stream, long offset, ByteBuffer bytes) throws IOException;
}
