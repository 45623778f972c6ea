package build.offload.conformance.wire.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One header line. */
public record Header(String name, String value) {

    boolean isNamed(String other) {
        return name.equalsIgnoreCase(other);
    }

    /** Return the values of all lines of one name as one, joined as HTTP joins them. */
    static Optional<String> find(List<Header> headers, String name) {
        return Optional.of(headers.stream()
                        .filter(header -> header.isNamed(name))
                        .map(Header::value)
                        .collect(Collectors.joining(", ")))
                .filter(value -> headers.stream().anyMatch(header -> header.isNamed(name)));
    }

    @Override
    public String toString() {
        return name + ": " + value;
    }
}
