package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.Secret;
import build.offload.spi.model.SecretName;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a build prints of its secrets is covered, wherever the pieces of its output begin and end. */
@Tag("B101")
class LogMaskTest {

    private static final List<Secret> SECRETS = Stream.of("aabaab-x", "aabaab", "日本の鍵", "first line\nsecond line")
            .map(LogMaskTest::secret)
            .toList();

    private static final String TEXT = "a aabaab-x aabaaabaab aabaab- 日本の鍵日本 first line\r\nsecond line aabaab";

    private static final String COVERED =
            "a ******** aaba****** ******- ************日本 **********\r\n*********** ******";

    private static Secret secret(String value) {
        return new Secret(new SecretName("S"), value);
    }

    private static String covered(LogMask mask, byte[] bytes, int... cuts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int from = 0;
        for (int cut : cuts) {
            out.writeBytes(bytes(mask.cover(ByteBuffer.wrap(bytes, from, cut - from))));
            from = cut;
        }
        out.writeBytes(bytes(mask.cover(ByteBuffer.wrap(bytes, from, bytes.length - from))));
        out.writeBytes(bytes(mask.rest()));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Test
    void aSecretIsCoveredByAsManyBytesWhereverThePiecesAreCut() {
        byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
        for (int first = 0; first <= text.length; first++) {
            for (int second = first; second <= text.length; second++) {
                assertThat(covered(LogMask.of(SECRETS), text, first, second))
                        .as("cut at %d and %d", first, second)
                        .isEqualTo(COVERED);
            }
        }
    }

    @Test
    void whoGoesOnBehindWhatWasGivenOutCoversTheSame() {
        byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= text.length; cut++) {
            byte[] before = bytes(LogMask.of(SECRETS).cover(ByteBuffer.wrap(text, 0, cut)));
            byte[] again = Arrays.copyOfRange(text, before.length, text.length);

            assertThat(joined(before, covered(LogMask.of(SECRETS), again))).isEqualTo(COVERED);
        }
    }

    private static String joined(byte[] before, String after) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(before);
        all.writeBytes(after.getBytes(StandardCharsets.UTF_8));
        return all.toString(StandardCharsets.UTF_8);
    }

    @Test
    void onlyWhatMayBecomeASecretIsHeldBack() {
        LogMask mask = LogMask.of(SECRETS);

        assertThat(bytes(mask.cover(ByteBuffer.wrap("no secret, aab".getBytes(StandardCharsets.UTF_8)))))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("no secret, ");
        assertThat(mask.heldBack()).isEqualTo(3);
    }

    @Test
    void aSecretThatIsCutOffByTheEndIsCoveredUnlessItSaysNothing() {
        byte[] most = "end aabaab-".getBytes(StandardCharsets.UTF_8);
        byte[] little = "end aab".getBytes(StandardCharsets.UTF_8);
        List<Secret> one = List.of(secret("aabaab-x"));

        assertThat(covered(LogMask.of(one), most)).isEqualTo("end *******");
        assertThat(covered(LogMask.of(one), little)).isEqualTo("end aab");
    }
}
