package build.offload.kernel.fleet;

import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the host state machine down as the code has it: every state, mode and cause. */
final class HostLifeTable {

    private HostLifeTable() {}

    /** Return the text of {@code docs/state-machines.md}. */
    static String text() {
        return """
            # State machines

            Generated from the code by `HostLifeDocumentTest`, which compares this file with what the code does. To write it
            anew: `mvn -pl kernel -am test -Dtest=HostLifeDocumentTest -Doffload.write-docs=true -Dsurefire.failIfNoSpecifiedTests=false`.

            ## A host's life

            State says where a host stands, mode what an operator last decided about it. Dispatch needs `available` and `active`.
            The mode is that of the control record after the cause.

            | cause | meaning |
            | --- | --- |
            %s
            ```mermaid
            stateDiagram-v2
                [*] --> restoring: enrolled
            %s```

            Every state and mode with every cause. A dash stands for no change.

            %s\
            """.formatted(causes(), diagram(), table());
    }

    private static String causes() {
        return Stream.of(HostLife.Cause.values())
                .map(cause -> "| " + word(cause) + " | " + meaning(cause) + " |\n")
                .collect(Collectors.joining());
    }

    private static String meaning(HostLife.Cause cause) {
        return switch (cause) {
            case DRAIN -> "an operator drained the host";
            case RESTORE -> "an operator took it back";
            case IDLE -> "neither remote nor CI jobs run on it any more";
            case REKEYED -> "its address, login key or host key was changed: it has to show itself again";
            case GREEN -> "it answered, and all four gates are green";
            case UNFIT -> "it answered with a red gate, or was silent past the bound";
        };
    }

    private static String diagram() {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        for (HostState from : HostState.values()) {
            for (HostLife.Cause cause : HostLife.Cause.values()) {
                for (HostMode mode : HostMode.values()) {
                    HostState to = HostLife.next(from, mode, cause);
                    if (to != from) {
                        labels.computeIfAbsent(word(from) + " --> " + word(to), _ -> new ArrayList<>())
                                .add(label(from, mode, cause));
                    }
                }
            }
        }
        return labels.entrySet().stream()
                .map(edge -> "    " + edge.getKey() + ": "
                        + edge.getValue().stream().distinct().collect(Collectors.joining(", ")) + "\n")
                .collect(Collectors.joining());
    }

    /** The mode is named only where it decides. */
    private static String label(HostState from, HostMode mode, HostLife.Cause cause) {
        boolean decides = HostLife.next(from, HostMode.ACTIVE, cause) != HostLife.next(from, HostMode.DRAINING, cause);
        return decides ? word(cause) + " while " + word(mode) : word(cause);
    }

    private static String table() {
        StringBuilder rows = new StringBuilder("| state | mode |");
        Stream.of(HostLife.Cause.values())
                .forEach(cause -> rows.append(' ').append(word(cause)).append(" |"));
        rows.append("\n| --- | --- |")
                .append(" --- |".repeat(HostLife.Cause.values().length))
                .append('\n');
        for (HostState from : HostState.values()) {
            for (HostMode mode : HostMode.values()) {
                rows.append("| ")
                        .append(word(from))
                        .append(" | ")
                        .append(word(mode))
                        .append(" |");
                for (HostLife.Cause cause : HostLife.Cause.values()) {
                    HostState to = HostLife.next(from, mode, cause);
                    rows.append(' ').append(to == from ? "-" : word(to)).append(" |");
                }
                rows.append('\n');
            }
        }
        return rows.toString();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
