package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.Secret;
import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What a command is given to read that nobody else is to see. */
final class SecretRules {

    private static final SecretName NAME = new SecretName("A_TOKEN");

    /** Looks for the value, as the file has it, where every process of the machine shows its arguments and its variables. */
    private static final String LOOK_AROUND = """
            cd "$OFFLOAD_SECRETS" || exit
            stat -c %a . "$1"
            grep -alFf "$1" /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null
            cat "$1"
            """;

    private SecretRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-SECRET-01", "A secret is a file that the host's user alone can read, and nowhere to be seen")
                        .serves("A secret is a file of its name that the host's user alone can read")
                        .lookAt("Look at how values travel, and at what writes them on the host.")
                        .by(SecretRules::unseen),
                rule("E-SECRET-02", "A secret is gone when the command has ended")
                        .serves(
                                "Its value is in no argument and no variable of any process, and gone when the command ended.")
                        .lookAt("Look at whatever keeps the request for another start.")
                        .by(SecretRules::gone),
                rule("E-SECRET-03", "Without its secret a command is attached to, and never started")
                        .serves("a start attaches to a command that was started, and starts none")
                        .lookAt("Look at whether a start finds what was started before it looks at the secrets.")
                        .by(SecretRules::withheld));
    }

    private static void unseen(Trial trial) throws IOException, ExecutorException {
        String value = "it's $HOME\\ `x` %s \"" + UUID.randomUUID() + "\" 日本";
        trial.prepare(1);
        StartReport started = start(trial, new Secret(NAME, value), "sh", "-c", LOOK_AROUND, "sh", NAME.value());
        Seen seen = trial.followToEnd(1, started);
        String expected = "700\n600\n" + value;
        that(seen.out().equals(expected), "expected modes and value, but it is " + seen.out() + seen.err());
    }

    private static void gone(Trial trial) throws IOException, ExecutorException {
        String value = UUID.randomUUID().toString();
        trial.prepare(1);
        StartReport started = start(
                trial,
                new Secret(NAME, value),
                "sh",
                "-c",
                "echo \"${OFFLOAD_SECRETS%/*}\"; cat \"$OFFLOAD_SECRETS/\"*");
        Seen seen = trial.followToEnd(1, started);
        String[] told = seen.out().split("\n", 2);
        that(told.length == 2 && told[1].equals(value), "expected the value, but it is " + seen.out() + seen.err());
        // What the command printed is in its output, so only what lies beside the secret's folder is searched.
        String left = trial.shell("find \"$1\" -type f -exec grep -lF \"$2\" {} +", told[0], value)
                .stdout();
        that(left.isEmpty(), "the value is still in " + left);
    }

    private static void withheld(Trial trial) throws IOException, ExecutorException {
        String ran = trial.marks() + "/ran";
        String[] argv = {"sh", "-c", "echo x >>\"$1\"; cat \"$OFFLOAD_SECRETS/A_TOKEN\"", "sh", ran};
        trial.prepare(1);
        boolean refused = false;
        try {
            start(trial, Secret.withheld(NAME), argv);
        } catch (ExecutorException expected) {
            refused = true;
        }
        that(refused && trial.mark("ran").isEmpty(), "it was started without its secret");
        StartReport first = start(trial, new Secret(NAME, "a value"), argv);
        Seen seen = trial.followToEnd(1, first);
        StartReport again = start(trial, Secret.withheld(NAME), argv);
        that(again.equals(new StartReport(first.handle(), true)), "expected to be attached, but it is " + again);
        that(
                seen.report.equals(new RunReport.Exited(0)) && seen.out().equals("a value"),
                "with its secret it stands as " + seen.report + " with " + seen.out() + seen.err());
    }

    private static StartReport start(Trial trial, Secret secret, String... argv) throws ExecutorException {
        return trial.host.start(
                new StartRequest(trial.attempt(1), "", List.of(argv), Map.of(), Bench.LIMITS, List.of(secret)));
    }
}
