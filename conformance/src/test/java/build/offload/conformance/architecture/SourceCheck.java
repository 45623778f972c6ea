package build.offload.conformance.architecture;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds in source text what byte code does not show. The compiler's own parser reads it, so comments and strings are no trap. */
enum SourceCheck {
    FILE_LENGTH("a file has at most 500 lines") {
        @Override
        List<String> violations(Source source) {
            long lines = source.text().lines().count();
            return lines <= 500 ? List.of() : List.of(source.name() + " has " + lines + " lines");
        }
    },
    LEFTOVER_MARKER("nothing is left to do in a comment") {
        @Override
        List<String> violations(Source source) {
            return source.text()
                    .lines()
                    .filter(line -> MARKER.matcher(line).find())
                    .map(line -> source.name() + " says " + line.strip())
                    .toList();
        }
    },
    METHOD_LENGTH("a method has at most 60 lines") {
        @Override
        List<String> violations(Source source) {
            return source.scan(new Finder(source) {
                @Override
                public Void visitMethod(MethodTree method, Void unused) {
                    long lines = source.lastLine(method) - source.firstLine(method) + 1;
                    if (lines > 60) {
                        report(method, method.getName() + " has " + lines + " lines");
                    }
                    return super.visitMethod(method, null);
                }
            });
        }
    },
    PARAMETERS("a method or constructor has at most 5 parameters; a record has as many as it needs") {
        @Override
        List<String> violations(Source source) {
            return source.scan(new Finder(source) {
                private boolean inRecord;

                @Override
                public Void visitClass(ClassTree type, Void unused) {
                    boolean outer = inRecord;
                    inRecord = type.getKind() == Tree.Kind.RECORD;
                    super.visitClass(type, null);
                    inRecord = outer;
                    return null;
                }

                @Override
                public Void visitMethod(MethodTree method, Void unused) {
                    boolean canonical = inRecord && method.getName().contentEquals("<init>");
                    int parameters = method.getParameters().size();
                    if (!canonical && parameters > 5) {
                        report(method, method.getName() + " has " + parameters + " parameters");
                    }
                    return super.visitMethod(method, null);
                }
            });
        }
    },
    NO_CATCH_OF_EVERYTHING("Throwable is caught where plugins are guarded and nowhere else") {
        @Override
        List<String> violations(Source source) {
            return source.scan(new Finder(source) {
                @Override
                public Void visitCatch(CatchTree block, Void unused) {
                    if (block.getParameter().getType().toString().matches("(java\\.lang\\.)?Throwable")) {
                        report(block, "Throwable is caught");
                    }
                    return super.visitCatch(block, null);
                }
            });
        }
    },
    NO_WEAK_EVIDENCE(
            "a process is known by its boot, PID and start ticks: not by the PID alone, a lock file or what is open") {
        @Override
        List<String> violations(Source source) {
            return source.scan(new Finder(source) {
                @Override
                public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
                    String method = call.getMethodSelect().toString();
                    if (method.endsWith("ProcessHandle.of") || method.endsWith(".tryLock")) {
                        report(call, method + " is called");
                    }
                    return super.visitMethodInvocation(call, null);
                }

                @Override
                public Void visitLiteral(LiteralTree literal, Void unused) {
                    if (literal.getValue() instanceof String text
                            && LOOKS_AT_PROCESSES.matcher(text).find()) {
                        report(literal, "'" + text + "' looks for processes");
                    }
                    return super.visitLiteral(literal, null);
                }
            });
        }
    },
    NO_SLEEP("a test awaits a condition or steps the code") {
        @Override
        List<String> violations(Source source) {
            return source.scan(new Finder(source) {
                @Override
                public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
                    if (SLEEPS.stream()
                            .anyMatch(name -> call.getMethodSelect().toString().endsWith(name))) {
                        report(call, call.getMethodSelect() + " is called");
                    }
                    return super.visitMethodInvocation(call, null);
                }
            });
        }
    };

    /** Programs that tell who has a file open, or which process bears a name. */
    static final Pattern LOOKS_AT_PROCESSES = Pattern.compile("\\b(lsof|fuser|pgrep|pidof|flock)\\b");

    private static final Pattern MARKER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Set<String> SLEEPS =
            Set.of("Thread.sleep", "SECONDS.sleep", "MILLISECONDS.sleep", "LockSupport.parkNanos");

    private final String reason;

    SourceCheck(String reason) {
        this.reason = reason;
    }

    abstract List<String> violations(Source source);

    @Override
    public String toString() {
        return name() + ": " + reason;
    }

    /** A parsed source file. */
    record Source(String name, String text, CompilationUnitTree tree, Trees trees) {

        /** Parses all files in one go, which saves the compiler most of its start. */
        static List<Source> parse(Map<String, String> textByName) {
            JavacTask task = SourceFiles.task(textByName);
            try {
                Trees trees = Trees.instance(task);
                var parsed = new ArrayList<Source>();
                for (CompilationUnitTree tree : task.parse()) {
                    String name = SourceFiles.name(tree);
                    parsed.add(new Source(name, textByName.get(name), tree, trees));
                }
                return List.copyOf(parsed);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot parse the sources", e);
            }
        }

        List<String> scan(Finder finder) {
            finder.scan(tree, null);
            return finder.found;
        }

        long firstLine(Tree part) {
            return tree.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(tree, part));
        }

        long lastLine(Tree part) {
            return tree.getLineMap().getLineNumber(trees.getSourcePositions().getEndPosition(tree, part));
        }
    }

    /** Collects what a check finds. */
    abstract static class Finder extends TreeScanner<Void, Void> {
        private final Source source;
        private final List<String> found = new ArrayList<>();

        Finder(Source source) {
            this.source = source;
        }

        final void report(Tree part, String what) {
            found.add(source.name() + ":" + source.firstLine(part) + " " + what);
        }
    }
}
