package build.offload.distribution.run;

/**
 * Where our own words go while a build runs; never its standard output or standard error. Called from one thread at a time.
 */
public interface Progress {

    /** Say one line. */
    void say(String line);
}
