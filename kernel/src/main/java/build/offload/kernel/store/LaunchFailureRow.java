package build.offload.kernel.store;

/** How often a command class ended with 126 or 127 on a host, in a row and ever. */
public record LaunchFailureRow(String host, String command, int code, long inRow, long total) {}
