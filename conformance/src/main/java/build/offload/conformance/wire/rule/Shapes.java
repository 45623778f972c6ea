package build.offload.conformance.wire.rule;

import build.offload.conformance.wire.check.Violation;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Says strictly what JSON must look like, as a consumer that validates would. */
final class Shapes {

    static final Shape TEXT = simple("a string", JsonNode::isTextual);
    static final Shape FLAG = simple("true or false", JsonNode::isBoolean);
    static final Shape TRUE = simple("true, or absent", node -> node.isBoolean() && node.booleanValue());
    static final Shape COUNT = simple(
            "a whole number from 0",
            node -> node.isIntegralNumber() && node.bigIntegerValue().signum() >= 0);
    static final Shape FROM_ONE = simple(
            "a whole number from 1",
            node -> node.isIntegralNumber() && node.bigIntegerValue().signum() > 0);
    static final Shape WHOLE = simple("a whole number", JsonNode::isIntegralNumber);
    static final Shape AGE = simple("a number from 0", node -> node.isNumber() && node.doubleValue() >= 0);
    static final Shape ARRAY = simple("an array", JsonNode::isArray);
    static final Shape OBJECT = simple("an object", JsonNode::isObject);

    private Shapes() {}

    /** What a value must look like. */
    interface Shape {
        /**
         * Look at a value.
         *
         * @param path where it is, for people
         * @throws Violation when it does not look so
         */
        void check(JsonNode value, String path);
    }

    /** A key of an object. */
    record Member(String name, boolean required, Shape shape) {}

    static Member required(String name, Shape shape) {
        return new Member(name, true, shape);
    }

    static Member optional(String name, Shape shape) {
        return new Member(name, false, shape);
    }

    /** An object with these keys and no other. */
    static Shape object(Member... members) {
        Map<String, Member> known = Arrays.stream(members).collect(Collectors.toMap(Member::name, Function.identity()));
        return (value, path) -> {
            OBJECT.check(value, path);
            checkKeys(value, path, known);
            known.values().stream()
                    .filter(member -> value.has(member.name()))
                    .forEach(member -> member.shape().check(value.path(member.name()), path + "." + member.name()));
        };
    }

    private static void checkKeys(JsonNode value, String path, Map<String, Member> known) {
        Set<String> unknown = new TreeSet<>();
        value.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(known.keySet());
        if (!unknown.isEmpty()) {
            throw new Violation(path + " has keys that the contract does not know: " + unknown);
        }
        Set<String> missing = known.values().stream()
                .filter(member -> member.required() && !value.has(member.name()))
                .map(Member::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!missing.isEmpty()) {
            throw new Violation(path + " lacks the keys " + missing);
        }
    }

    /** An array, all of whose elements look alike. */
    static Shape each(Shape shape) {
        return (value, path) -> {
            ARRAY.check(value, path);
            for (int i = 0; i < value.size(); i++) {
                shape.check(value.get(i), path + "[" + i + "]");
            }
        };
    }

    static Shape oneOf(String... words) {
        List<String> allowed = List.of(words);
        return simple("one of " + allowed, node -> node.isTextual() && allowed.contains(node.textValue()));
    }

    static Shape orNull(Shape shape) {
        return (value, path) -> {
            if (!value.isNull()) {
                shape.check(value, path);
            }
        };
    }

    private static Shape simple(String what, Predicate<JsonNode> test) {
        return (value, path) -> {
            if (!test.test(value)) {
                throw new Violation(path + " must be " + what + ", but it is " + shown(value));
            }
        };
    }

    private static String shown(JsonNode value) {
        return value.isMissingNode() ? "absent" : value.toString();
    }
}
