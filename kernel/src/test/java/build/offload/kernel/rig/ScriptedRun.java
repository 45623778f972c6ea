package build.offload.kernel.rig;

import build.offload.spi.model.TreeId;
import java.util.Optional;
import java.util.OptionalInt;

/** What a scripted host keeps of one attempt. */
final class ScriptedRun {

    private Optional<TreeId> tree = Optional.empty();
    private boolean started;
    private boolean alive;
    private OptionalInt exit = OptionalInt.empty();

    Optional<TreeId> tree() {
        return tree;
    }

    void laidOut(TreeId laidOut) {
        tree = Optional.of(laidOut);
    }

    boolean started() {
        return started;
    }

    void start() {
        started = true;
        alive = true;
    }

    boolean alive() {
        return alive;
    }

    OptionalInt exit() {
        return exit;
    }

    void exit(int code) {
        alive = false;
        exit = OptionalInt.of(code);
    }

    void kill() {
        alive = false;
    }
}
