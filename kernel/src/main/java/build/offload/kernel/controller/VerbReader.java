package build.offload.kernel.controller;

import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.Verb;
import build.offload.kernel.transition.Wish;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.Controller.VerbCall;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads the arguments of the eight verbs: required ones present, none unknown, each a non-empty string. What cannot be read
 * becomes a malformed wish, so that the pipeline refuses it in its turn, after replay and revision.
 */
final class VerbReader {

    private static final int COMMAND_LIMIT = 200;

    private static final Map<String, Schema> SCHEMAS = Map.of(
            "box-drain",
                    new Schema(
                            Set.of("host"),
                            Set.of("expectedControlVersion"),
                            args -> new Transition.BoxDrain(args.host(), args.version())),
            "box-restore",
                    new Schema(
                            Set.of("host"),
                            Set.of("expectedControlVersion"),
                            args -> new Transition.BoxRestore(args.host(), args.version())),
            "host-quarantine",
                    new Schema(
                            Set.of("host", "command"),
                            Set.of(),
                            args -> new Transition.HostQuarantine(args.host(), args.command())),
            "host-unquarantine",
                    new Schema(
                            Set.of("host", "command"),
                            Set.of(),
                            args -> new Transition.HostUnquarantine(args.host(), args.command())),
            "admission-reconcile",
                    new Schema(
                            Set.of(),
                            Set.of("reason"),
                            args -> new Transition.AdmissionReconcile(args.optional("reason"))),
            "job-retry",
                    new Schema(
                            Set.of("jobId"),
                            Set.of(),
                            args -> new Transition.JobRetry(new JobId(args.required("jobId")))),
            "ci-reconcile",
                    new Schema(
                            Set.of(),
                            Set.of("host"),
                            args -> new Transition.CiReconcile(
                                    args.optional("host").map(HostName::new))),
            "recall-spill",
                    new Schema(
                            Set.of(),
                            Set.of("host"),
                            args -> new Transition.RecallSpill(
                                    args.optional("host").map(HostName::new))));

    private VerbReader() {}

    private record Schema(Set<String> required, Set<String> optional, Function<Arguments, Verb> read) {}

    /** Return the names of the verbs. */
    static Set<String> verbs() {
        return new TreeSet<>(SCHEMAS.keySet());
    }

    /** Read a call. */
    static Wish read(VerbCall call) {
        Schema schema = SCHEMAS.get(call.verb());
        if (schema == null) {
            return new Wish.Malformed(
                    call.verb(), Refusal.of("unknown-verb", "there is no verb '" + call.verb() + "'"));
        }
        return fault(schema, call.args())
                .<Wish>map(refusal -> new Wish.Malformed(call.verb(), refusal))
                .orElseGet(() -> typed(schema, call));
    }

    private static Wish typed(Schema schema, VerbCall call) {
        try {
            return new Wish.Change(schema.read().apply(new Arguments(call.args())));
        } catch (InvalidValueException wrong) {
            return new Wish.Malformed(
                    call.verb(),
                    new Refusal(
                            "invalid-value", String.valueOf(wrong.getMessage()), Map.of(), Optional.of(wrong.field())));
        }
    }

    private static Optional<Refusal> fault(Schema schema, Map<String, String> args) {
        Map<String, String> sorted = new TreeMap<>(args);
        for (String name : new TreeSet<>(schema.required())) {
            if (!sorted.containsKey(name)) {
                return Optional.of(about(name, "missing-arg", "'" + name + "' is required"));
            }
        }
        for (Map.Entry<String, String> argument : sorted.entrySet()) {
            String name = argument.getKey();
            if (!schema.required().contains(name) && !schema.optional().contains(name)) {
                return Optional.of(about(name, "unknown-arg", "'" + name + "' is no argument of this verb"));
            }
            if (argument.getValue().isEmpty()) {
                return Optional.of(about(name, "empty-arg", "'" + name + "' is empty"));
            }
        }
        return Optional.empty();
    }

    private static Refusal about(String name, String code, String message) {
        return new Refusal(code, message, Map.of(), Optional.of(name));
    }

    private record Arguments(Map<String, String> values) {
        String required(String name) {
            return optional(name).orElseThrow();
        }

        Optional<String> optional(String name) {
            return Optional.ofNullable(values.get(name));
        }

        HostName host() {
            return new HostName(required("host"));
        }

        /** A command class is data: any text without control characters, never executed. */
        String command() {
            String command = required("command");
            if (command.length() > COMMAND_LIMIT || command.chars().anyMatch(Character::isISOControl)) {
                throw new InvalidValueException("command", "must be 1 to 200 characters without control characters");
            }
            return command;
        }

        OptionalLong version() {
            Optional<String> text = optional("expectedControlVersion");
            try {
                return text.isPresent() ? OptionalLong.of(version(text.get())) : OptionalLong.empty();
            } catch (NumberFormatException noNumber) {
                throw new InvalidValueException(
                        "expectedControlVersion", "must be a whole number from 0, but is '" + text.get() + "'");
            }
        }

        private static long version(String text) {
            long version = Long.parseLong(text);
            if (version < 0 || version > Long.MAX_VALUE - 2) {
                throw new NumberFormatException(text);
            }
            return version;
        }
    }
}
