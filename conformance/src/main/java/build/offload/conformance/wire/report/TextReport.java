package build.offload.conformance.wire.report;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Verdict.Failed;
import build.offload.conformance.wire.check.Verdict.Passed;
import build.offload.conformance.wire.check.Verdict.Skipped;
import build.offload.conformance.wire.http.Exchange;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.Result;
import java.io.PrintWriter;
import java.util.List;

/** Tells people about a run: a line for each check, everything about those that fail, a summary. */
public final class TextReport {

    private static final String INDENT = "    ";

    private final PrintWriter out;

    /** Write to a stream. */
    public TextReport(PrintWriter out) {
        this.out = out;
    }

    /** Tell one result. */
    public void tell(Result result) {
        Check check = result.check();
        out.printf("%-7s  %-16s  %s%n", result.verdict().word(), check.id(), check.title());
        switch (result.verdict()) {
            case Passed _ -> {}
            case Skipped(String reason) -> out.println(INDENT + reason);
            case Failed failed -> tellFailure(check, failed);
        }
        out.flush();
    }

    /** Tell the numbers. */
    public void summarise(Report report) {
        out.printf(
                "%d passed, %d failed, %d skipped at %s%n",
                report.passed(), report.failed(), report.skipped(), report.url());
        out.flush();
    }

    private void tellFailure(Check check, Failed failed) {
        out.println(INDENT + failed.message());
        out.println(INDENT + "rule: \"" + check.serves().sentence() + "\" ("
                + check.serves().page().title() + ")");
        out.println(INDENT + "hint: " + check.lookAt());
        List<Exchange> exchanges = failed.exchanges();
        if (!exchanges.isEmpty()) {
            tellPart("> ", exchanges.getLast().request());
            tellPart("< ", exchanges.getLast().answer());
        }
    }

    private void tellPart(String mark, String text) {
        text.lines().forEach(line -> out.println(INDENT + mark + line));
    }
}
