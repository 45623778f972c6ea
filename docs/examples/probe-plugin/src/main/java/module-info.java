/** Tells which hosts have a measuring board. */
module example.board {
    requires build.offload.spi;

    provides build.offload.spi.probe.CapabilityProbe with
            example.board.BoardProbe;
}
