package build.offload.conformance.crash;

import java.util.Optional;

/**
 * A place in the product's code: where a method is entered, or returned from.
 *
 * @param type the binary name of the method's class
 * @param method the method's name; all of that name are meant
 * @param entry whether it is the way in, not the way out
 * @param argument what the method's first argument must be; anything where it is empty
 */
record Mark(String type, String method, boolean entry, Optional<String> argument) {

    private static final String IN = "in ";
    private static final String OUT = "out ";

    /** Read {@code in CLASS#METHOD} or {@code out CLASS#METHOD}, with {@code =ARGUMENT} behind it or without. */
    static Mark parse(String text) {
        if (!text.startsWith(IN) && !text.startsWith(OUT)) {
            throw new IllegalArgumentException("'" + text + "' begins with neither 'in' nor 'out'");
        }
        String place = text.substring(text.indexOf(' ') + 1);
        int equals = place.indexOf('=');
        String method = equals < 0 ? place : place.substring(0, equals);
        int hash = method.indexOf('#');
        return new Mark(
                method.substring(0, hash),
                method.substring(hash + 1),
                text.startsWith(IN),
                equals < 0 ? Optional.empty() : Optional.of(place.substring(equals + 1)));
    }

    /** Return whether a call that reports its way in or out is at this mark. */
    boolean met(String place, Object first) {
        return place.equals(place()) && (argument.isEmpty() || argument.get().equals(first));
    }

    /** Return how a call reports it. */
    String place() {
        return (entry ? IN : OUT) + type + "#" + method;
    }
}
