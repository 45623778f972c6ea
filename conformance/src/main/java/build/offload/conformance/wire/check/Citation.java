package build.offload.conformance.wire.check;

/**
 * A sentence, or the part of one, that a check serves.
 *
 * @param sentence word by word as it stands on the page
 */
public record Citation(Page page, String sentence) {}
