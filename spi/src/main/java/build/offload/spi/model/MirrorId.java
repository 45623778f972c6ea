package build.offload.spi.model;

/** Identifies a checkout on its machine: SHA-256 over the machine id and the checkout's real path. */
public record MirrorId(String value) {

    public MirrorId {
        Names.hex64("mirror id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
