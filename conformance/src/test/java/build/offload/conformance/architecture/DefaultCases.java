package build.offload.conformance.architecture;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds switches with a default over an enum or a sealed type of ours. A new case would then go wherever the default goes,
 * where it should not compile until it is thought of. Over open and foreign types a default is needed, so this asks the
 * compiler for the type.
 */
final class DefaultCases extends TreePathScanner<Void, Void> {

    private final Trees trees;
    private final String file;
    private final CompilationUnitTree unit;
    private final List<String> found;

    private DefaultCases(Trees trees, CompilationUnitTree unit, List<String> found) {
        this.trees = trees;
        this.file = SourceFiles.name(unit);
        this.unit = unit;
        this.found = found;
    }

    /** The offending switches, one line each. Sources that refer to each other have to come together. */
    static List<String> in(Map<String, String> textByName) {
        JavacTask task = SourceFiles.task(textByName);
        Trees trees = Trees.instance(task);
        var found = new ArrayList<String>();
        try {
            var units = new ArrayList<CompilationUnitTree>();
            task.parse().forEach(units::add);
            task.analyze();
            units.forEach(unit -> new DefaultCases(trees, unit, found).scan(unit, null));
            return List.copyOf(found);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the sources", e);
        }
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void unused) {
        check(tree, tree.getExpression(), tree.getCases());
        return super.visitSwitch(tree, null);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
        check(tree, tree.getExpression(), tree.getCases());
        return super.visitSwitchExpression(tree, null);
    }

    private void check(Tree tree, ExpressionTree selector, List<? extends CaseTree> cases) {
        if (cases.stream().noneMatch(DefaultCases::isDefault)) {
            return;
        }
        TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), selector));
        long line = unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
        problem(type).ifPresent(what -> found.add(file + ":" + line + " a default over " + what));
    }

    private static boolean isDefault(CaseTree branch) {
        return branch.getLabels().stream().anyMatch(DefaultCaseLabelTree.class::isInstance);
    }

    private static Optional<String> problem(TypeMirror type) {
        if (type.getKind() == TypeKind.ERROR) {
            return Optional.of("a type the compiler does not find: " + type);
        }
        if (!(type instanceof DeclaredType declared) || !isClosed(declared.asElement())) {
            return Optional.empty();
        }
        return type.toString().startsWith("build.offload.") ? Optional.of(type.toString()) : Optional.empty();
    }

    private static boolean isClosed(Element element) {
        return element.getKind() == ElementKind.ENUM || element.getModifiers().contains(Modifier.SEALED);
    }
}
