package build.offload.kernel.world;

import java.util.Random;
import java.util.UUID;

/** Ids that look random and are the same in every run with the same seed. */
public final class SeededIds implements IdSource {

    private final Random random;

    /** Create a source of the ids of a seed. */
    public SeededIds(long seed) {
        random = new Random(seed);
    }

    @Override
    public String uuid() {
        return UUID.nameUUIDFromBytes(random(16)).toString();
    }

    @Override
    public synchronized byte[] random(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
