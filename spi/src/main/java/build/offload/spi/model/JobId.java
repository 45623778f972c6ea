package build.offload.spi.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identifies a job for ever: SHA-256 over the submission's key followed by the mirror of its checkout. */
public record JobId(String value) {

    private static final int BRIEF = 12;

    public JobId {
        Names.hex64("job id", value);
    }

    /** Derive the id that a submission under {@code key} from the checkout behind {@code mirror} has. */
    public static JobId of(String key, MirrorId mirror) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key.getBytes(StandardCharsets.UTF_8));
            digest.update(mirror.value().getBytes(StandardCharsets.UTF_8));
            return new JobId(HexFormat.of().formatHex(digest.digest()));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }

    /** Return as much of it as people need to tell jobs apart; commands take that for the whole. */
    public String brief() {
        return value.substring(0, BRIEF);
    }

    @Override
    public String toString() {
        return value;
    }
}
