package build.offload.kernel.store;

/**
 * How far a projection of the event table was written out.
 *
 * @param file the name of the file
 * @param byteOffset the length the file has when nothing but this was written to it
 * @param seq the number of the last event in it
 */
public record ResumePoint(String file, long byteOffset, long seq) {}
