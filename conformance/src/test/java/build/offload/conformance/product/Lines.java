package build.offload.conformance.product;

import java.util.ArrayList;
import java.util.List;

/** Command lines put together from words and lists of words. */
final class Lines {

    private Lines() {}

    /** Return all words in order; each part is a word, an array or a list of words. */
    static String[] of(Object... parts) {
        List<String> words = new ArrayList<>();
        for (Object part : parts) {
            switch (part) {
                case String word -> words.add(word);
                case String[] more -> words.addAll(List.of(more));
                case List<?> more -> more.forEach(word -> words.add(word.toString()));
                case Object other -> throw new IllegalArgumentException("no words: " + other);
            }
        }
        return words.toArray(String[]::new);
    }
}
