package build.offload.kernel.snapshot;

import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.util.List;
import java.util.function.Predicate;

/** A job's output declarations, made ready to be asked about many paths. */
final class OutputCover {

    private final List<Declaration> declarations;

    OutputCover(List<OutputPattern> outputs) {
        this.declarations = outputs.stream().map(Declaration::of).toList();
    }

    /**
     * One declaration.
     *
     * @param prefix the bytes before the first wildcard, which settle most paths at once
     */
    private record Declaration(String prefix, Predicate<OutputPath> matcher) {
        static Declaration of(OutputPattern pattern) {
            return new Declaration(TreePath.of(literalPrefix(pattern)).latin1(), pattern.matcher());
        }

        private static String literalPrefix(OutputPattern pattern) {
            String text = pattern.value();
            for (int i = 0; i < text.length(); i++) {
                if ("*?[".indexOf(text.charAt(i)) >= 0) {
                    return text.substring(0, i);
                }
            }
            return text;
        }
    }

    boolean covers(TreePath path) {
        for (Declaration declaration : declarations) {
            if (path.latin1().startsWith(declaration.prefix())
                    && path.output().filter(declaration.matcher()).isPresent()) {
                return true;
            }
        }
        return false;
    }
}
