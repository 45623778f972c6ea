package build.offload.conformance.wire;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.rule.WireRules;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code offload-conformance rules}. */
@Command(
        name = "rules",
        description =
                "Lists every check: its id, its rule, the sentence that it serves, what to look at when it fails.",
        mixinStandardHelpOptions = true)
final class RulesCommand implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        WireRules.all().forEach(check -> print(out, check));
        out.flush();
    }

    private static void print(PrintWriter out, Check check) {
        out.println(check.id() + "  " + check.title() + " (" + check.group().word() + ")");
        out.println("    rule: \"" + check.serves().sentence() + "\" ("
                + check.serves().page().title() + ")");
        out.println("    hint: " + check.lookAt());
    }
}
