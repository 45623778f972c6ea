package build.offload.conformance.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.net.URI;
import java.util.List;
import java.util.Map;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Source texts, handed to the compiler under their names in the tree. */
final class SourceFiles {

    private SourceFiles() {}

    /** A compiler over the texts that generates nothing and keeps its opinions to itself. */
    static JavacTask task(Map<String, String> textByName) {
        List<JavaFileObject> files = textByName.entrySet().stream()
                .map(file -> inMemory(file.getKey(), file.getValue()))
                .toList();
        List<String> options = List.of("-proc:none", "-cp", System.getProperty("java.class.path"));
        return (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, diagnostic -> {}, options, null, files);
    }

    static String name(CompilationUnitTree unit) {
        return unit.getSourceFile().toUri().getPath().substring(1);
    }

    private static JavaFileObject inMemory(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }

            @Override
            public boolean isNameCompatible(String simpleName, Kind kind) {
                return kind == Kind.SOURCE;
            }
        };
    }
}
