package build.offload.plugin.http;

import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.frontend.Controller.JobObserver;
import build.offload.spi.frontend.JobView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes what one watch sees as lines, and remembers how far it has come. */
final class Watcher implements JobObserver {

    private final Lines lines;
    private long stdout;
    private long stderr;
    private Optional<JobView> seen = Optional.empty();

    Watcher(Lines lines, long stdout, long stderr) {
        this.lines = lines;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    @Override
    public void view(JobView view) {
        if (!seen.equals(Optional.of(view))) {
            seen = Optional.of(view);
            lines.json("view", view);
        }
    }

    @Override
    public void output(Stream stream, long offset, byte[] bytes) {
        Map<String, Object> piece = new LinkedHashMap<>();
        piece.put("offset", offset);
        piece.put("data", bytes);
        switch (stream) {
            case STDOUT -> {
                stdout = offset + bytes.length;
                lines.json("stdout", piece);
            }
            case STDERR -> {
                stderr = offset + bytes.length;
                lines.json("stderr", piece);
            }
        }
    }

    void keepWarm() {
        if (!finished()) {
            lines.empty();
        }
    }

    boolean finished() {
        return seen.map(view -> view.stage().finished()).orElse(false);
    }

    long stdout() {
        return stdout;
    }

    long stderr() {
        return stderr;
    }
}
