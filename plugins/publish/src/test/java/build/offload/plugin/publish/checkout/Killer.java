package build.offload.plugin.publish.checkout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Counts the steps of a promotion, has something done in the checkout just before one, and kills at one. */
public final class Killer implements Steps {

    private final int fatal;
    private final Yard yard;
    private final Act act;
    private final List<String> seen = new ArrayList<>();
    private boolean acted;

    public Killer(int fatal, Yard yard, Act act) {
        this.fatal = fatal;
        this.yard = yard;
        this.act = act;
    }

    /** Dies; nothing that cleans up after an exception may catch it. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** What somebody does in the checkout just before a step. */
    public record Act(String step, Consumer<Yard> deed) {
        public static final Act NONE = new Act("", _ -> {});
    }

    @Override
    public void at(String step) {
        seen.add(step);
        if (step.equals(act.step()) && !acted) {
            acted = true;
            act.deed().accept(yard);
        }
        if (seen.size() == fatal) {
            throw new Killed();
        }
    }

    public List<String> seen() {
        return seen;
    }

    public boolean acted() {
        return acted;
    }
}
