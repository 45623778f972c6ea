package build.offload.conformance.wire.check;

/** A page that checks quote. */
public enum Page {
    /** The source of truth. */
    SPEC("offload-control-plane.md"),
    /** What that leaves open, decided. */
    WIRE_CONTRACT("wire-contract.md"),
    /** What a server of this product says about itself at {@code GET /api/offload/v1/openapi.json}. */
    OPENAPI("openapi.json"),
    /** JSON. */
    RFC_8259("RFC 8259"),
    /** HTTP semantics. */
    RFC_9110("RFC 9110"),
    /** HTTP/1.1. */
    RFC_9112("RFC 9112"),
    /** What a publication strategy's author reads. */
    PUBLICATION_STRATEGY("build.offload.spi.publish.PublicationStrategy"),
    /** What an executor's author reads of a host. */
    BUILD_HOST("build.offload.spi.executor.BuildHost"),
    /** What an executor's author reads of short commands. */
    HOST_SHELL("build.offload.spi.executor.HostShell"),
    /** What an executor's author reads of executors. */
    EXECUTOR("build.offload.spi.executor.Executor"),
    /** What every plugin's author reads. */
    PLUGIN("build.offload.spi.Plugin");

    private final String title;

    Page(String title) {
        this.title = title;
    }

    /** Return what the page is called. */
    public String title() {
        return title;
    }
}
