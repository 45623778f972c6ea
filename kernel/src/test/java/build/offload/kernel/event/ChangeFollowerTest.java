package build.offload.kernel.event;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.event.ChangeFollower.Touched;
import build.offload.kernel.status.Cluster;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.model.JobId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When what is followed is read anew, and when only what was touched. */
class ChangeFollowerTest {

    private static final int MANY = 1_200;

    private Cluster cluster;

    @BeforeEach
    void start() {
        cluster = new Cluster();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** Notes how it was read. */
    private static final class Noting implements ChangeFollower.Copy {
        private final int size;
        private final List<String> reads = new ArrayList<>();

        Noting(int size) {
            this.size = size;
        }

        @Override
        public void readAll(ReadTransaction tx) {
            reads.add("all");
        }

        @Override
        public void readAgain(ReadTransaction tx, Touched touched) {
            reads.add(touched.jobs().size() + " jobs");
        }

        @Override
        public int size() {
            return size;
        }
    }

    @Test
    void smallCopyIsReadAnewWhenMoreWasTouchedThanItHolds() {
        assertThat(readsOfACopyHolding(10)).containsExactly("all", "all");
    }

    @Test
    void largeCopyIsNotReadAnewForLessThanItHolds() {
        assertThat(readsOfACopyHolding(100_000)).containsExactly("all", MANY + " jobs");
    }

    private List<String> readsOfACopyHolding(int size) {
        Noting copy = new Noting(size);
        ChangeFollower follower = new ChangeFollower(copy);
        cluster.store().read(tx -> follower.follow(tx, cluster.now()));
        for (int i = 0; i < MANY; i++) {
            String job = new JobId(String.format("%064x", i)).value();
            cluster.change(job, "", tx -> {});
        }
        cluster.store().read(tx -> follower.follow(tx, cluster.now()));
        return copy.reads;
    }
}
