package build.offload.spi.posix;

import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes patterns as git's exclude patterns, which the host matches against untracked files. */
final class GitPatterns {

    private GitPatterns() {}

    /** Return what matches the same files; git's patterns match folders besides, which whoever uses this has to rule out. */
    static String same(KeepPattern pattern) {
        return anchored(pattern.value());
    }

    /** Return what matches the same files or more: git takes bytes for characters, so what stands for one stands for any number. */
    static String atLeast(OutputPattern pattern) {
        return anchored(Stream.of(pattern.value().split("/", -1))
                .map(component -> component.equals("**") ? component : coarse(component))
                .collect(Collectors.joining("/")));
    }

    private static String coarse(String component) {
        return component.replaceAll("(?s)\\[.*", "*").replace('?', '*').replaceAll("\\*+", "*");
    }

    private static String anchored(String pattern) {
        return "/" + pattern.replaceAll("[\\\\!# ]", "\\\\$0");
    }
}
