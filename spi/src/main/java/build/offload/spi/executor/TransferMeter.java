package build.offload.spi.executor;

import java.util.OptionalLong;

/** Is told how far a transfer has come, by the thread that carries it out; takes no time worth mentioning and never fails. */
@FunctionalInterface
public interface TransferMeter {

    /** Listens to nothing. */
    TransferMeter NONE = (_, _) -> {};

    /**
     * Take in how far it has come.
     *
     * @param bytes what has travelled so far
     * @param total what will have travelled at the end, where that is known
     */
    void at(long bytes, OptionalLong total);
}
