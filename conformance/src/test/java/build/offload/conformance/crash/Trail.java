package build.offload.conformance.crash;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Marks that are met one after the other; at the last of them the process dies. Any thread may report. */
final class Trail {

    private static final String NEXT = " > ";
    private static final String DELAY = " +";

    private final List<Mark> marks;
    private final int delayMillis;
    private final AtomicInteger met = new AtomicInteger();

    private Trail(List<Mark> marks, int delayMillis) {
        this.marks = marks;
        this.delayMillis = delayMillis;
    }

    /** Read marks with {@code >} between them and, behind them, {@code +} and how many milliseconds death is late. */
    static Trail parse(String text) {
        int plus = text.lastIndexOf(DELAY);
        String way = plus < 0 ? text : text.substring(0, plus);
        return new Trail(
                Arrays.stream(way.split(NEXT)).map(Mark::parse).toList(),
                plus < 0 ? 0 : Integer.parseInt(text.substring(plus + DELAY.length())));
    }

    List<Mark> marks() {
        return marks;
    }

    int delayMillis() {
        return delayMillis;
    }

    /** Take a report in, and return whether it was of the last mark. */
    boolean ends(String place, Object first) {
        int next = met.get();
        return next < marks.size()
                && marks.get(next).met(place, first)
                && met.compareAndSet(next, next + 1)
                && next + 1 == marks.size();
    }
}
