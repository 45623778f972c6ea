package build.offload.conformance.product;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Holds builds up until the test lets them go. A build names its arrival in a file and then reads from a FIFO, so neither
 * side sleeps. Closing lets everything go that still waits.
 */
final class Gate implements AutoCloseable {

    private final Path arrivals;
    private final Path fifo;
    private final RandomAccessFile opener;

    Gate(Path folder) throws IOException, InterruptedException {
        arrivals = folder.resolve("arrivals");
        fifo = folder.resolve("fifo");
        Files.createFile(arrivals);
        Shell.run("mkfifo", fifo.toString());
        // For reading and writing, so that opening waits for nobody and what is written waits for its reader.
        opener = new RandomAccessFile(fifo.toFile(), "rw");
    }

    /** Return what a build's shell script has to say where it is to wait; the paths hold no character a shell would read. */
    String passage() {
        return "echo here >>" + arrivals + "; read -r _ <" + fifo + "; ";
    }

    /** Wait until so many builds have come to the gate since its beginning. */
    void awaitArrivals(int count) {
        Waits.until(
                count + " builds at the gate",
                () -> Files.readAllLines(arrivals).size() >= count);
    }

    /** Let one build pass, now or when it comes. */
    void letOnePass() throws IOException {
        opener.write('\n');
    }

    @Override
    public void close() throws IOException {
        opener.close();
    }
}
