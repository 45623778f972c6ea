package build.offload.kernel.world;

import java.security.SecureRandom;
import java.util.UUID;

/** Randomness from the operating system. */
final class SecureIds implements IdSource {

    private final SecureRandom random = new SecureRandom();

    @Override
    public String uuid() {
        return UUID.randomUUID().toString();
    }

    @Override
    public byte[] random(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
