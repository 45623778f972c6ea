package build.offload.kernel.store;

import build.offload.spi.model.HostGate;

/**
 * What the last look found at one gate of a host.
 *
 * @param evidence what was seen, fit for an operator's eyes
 */
public record GateRow(HostGate gate, boolean green, String evidence) {}
