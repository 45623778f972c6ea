package build.offload.kernel.reconcile;

import build.offload.spi.executor.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Covers secrets in one stream of output by as many asterisks, so that offsets stay what they are on the host. What may be the
 * beginning of one is held back until it is known; whoever begins anew behind what was given out so far sees the same.
 */
final class LogMask {

    private static final byte COVER = '*';

    /** A beginning as short as this says nothing. */
    private static final int TELLING = 6;

    private final List<byte[]> values;
    private final BitSet firstBytes = new BitSet(256);
    private byte[] held = {};

    private LogMask(List<byte[]> values) {
        this.values = values;
        values.forEach(value -> firstBytes.set(value[0] & 0xff));
    }

    /** Create a mask of secrets; of one with several lines, each line is covered by itself as well. */
    static LogMask of(List<Secret> secrets) {
        return new LogMask(secrets.stream()
                .flatMap(secret ->
                        Stream.concat(Stream.of(secret.value()), secret.value().lines()))
                .distinct()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .filter(value -> value.length >= TELLING)
                .sorted(Comparator.comparingInt((byte[] value) -> value.length).reversed())
                .toList());
    }

    /** Return how many bytes were taken and not given out. */
    int heldBack() {
        return held.length;
    }

    /** Take output and return what can be given out now. */
    ByteBuffer cover(ByteBuffer bytes) {
        if (values.isEmpty()) {
            return bytes;
        }
        byte[] all = Arrays.copyOf(held, held.length + bytes.remaining());
        bytes.get(all, held.length, bytes.remaining());
        int at = 0;
        int step = step(all, 0);
        while (at < all.length && step > 0) {
            at += step;
            step = at < all.length ? step(all, at) : 0;
        }
        held = Arrays.copyOfRange(all, at, all.length);
        return ByteBuffer.wrap(all, 0, at);
    }

    /** Return how far to go on from a place, covering what is a secret there; 0 when that cannot be known yet. */
    private int step(byte[] all, int at) {
        if (at >= all.length || !firstBytes.get(all[at] & 0xff)) {
            return 1;
        }
        for (byte[] value : values) {
            int length = Math.min(value.length, all.length - at);
            if (Arrays.equals(all, at, at + length, value, 0, length)) {
                if (length < value.length) {
                    return 0;
                }
                Arrays.fill(all, at, at + length, COVER);
                return length;
            }
        }
        return 1;
    }

    /** Return what was held back, at the end of all output: no secret came of it, but most of one may be too much, too. */
    ByteBuffer rest() {
        byte[] rest = held;
        held = new byte[0];
        if (rest.length >= TELLING) {
            Arrays.fill(rest, COVER);
        }
        return ByteBuffer.wrap(rest);
    }
}
