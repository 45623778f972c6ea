package build.offload.distribution.cli;

import build.offload.distribution.client.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** How values look to people. */
final class Words {

    private static final String NOTHING = "-";

    private Words() {}

    /** Return the text under a key, or a dash. */
    static String text(Json json, String key) {
        return json.text(key).filter(text -> !text.isEmpty()).orElse(NOTHING);
    }

    /** Return the whole number under a key, or a dash. */
    static String number(Json json, String key) {
        return json.number(key).isPresent() ? Long.toString(json.number(key).getAsLong()) : NOTHING;
    }

    /** Return the number under a key with two digits after the point, or a dash. */
    static String decimal(Json json, String key) {
        double value = json.decimal(key, Double.NaN);
        return Double.isNaN(value) ? NOTHING : String.format(Locale.ROOT, "%.2f", value);
    }

    /** Return how long ago the moment under a key was, or a dash. */
    static String age(Json json, String key, Instant now) {
        try {
            Optional<Instant> moment = json.text(key).map(Instant::parse);
            return moment.map(then -> length(Duration.between(then, now)) + " ago")
                    .orElse(NOTHING);
        } catch (DateTimeParseException unreadable) {
            return NOTHING;
        }
    }

    /** Return a duration in its largest unit, or its two largest where one says too little. */
    static String length(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min";
        }
        if (seconds < 86_400) {
            return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
        }
        return seconds / 86_400 + " d";
    }

    /** Return one of two sentences by whether a change changed anything, with what is still to be done. */
    static String outcome(Json result, String done, String undone) {
        Json pending = result.at("pending");
        String rest = result.text("pending")
                .or(() -> pending.text("message"))
                .or(() -> Optional.of(String.join(", ", result.texts("pending"))))
                .filter(text -> !text.isEmpty())
                .map(text -> "; still to come: " + text)
                .orElse("");
        return (result.at("changed").present() && !result.flag("changed") ? undone : done) + rest;
    }
}
