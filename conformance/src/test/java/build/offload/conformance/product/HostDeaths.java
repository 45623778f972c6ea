package build.offload.conformance.product;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Deaths on the way to a host and on it, at named points. The programs that the host's side calls are found in a folder of ours first: what
 * stands there under their names looks whether it is the point, kills by {@code KILL} and otherwise becomes the program itself.
 */
final class HostDeaths {

    private static final List<String> PROGRAMS =
            List.of("git", "mkdir", "mv", "mkfifo", "ln", "stat", "dd", "sha256sum", "cat", "rm");

    /** Where the host finds the programs themselves. */
    private static final String REAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private final Path folder;
    private final Path programs;

    private HostDeaths(Path folder, Path programs) {
        this.folder = folder;
        this.programs = programs;
    }

    /** Lay the programs out for a fleet in a folder. */
    static HostDeaths in(Path fleet) throws IOException {
        Path folder = Files.createDirectories(fleet.resolve("deaths"));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String program : PROGRAMS) {
            Path file = Files.writeString(programs.resolve(program), script(folder, fleet));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return new HostDeaths(folder, programs);
    }

    private static String script(Path folder, Path fleet) {
        return """
            #!/bin/sh
            PATH=%2$s
            name=${0##*/}
            read -r program verb when victim <%1$s/current 2>/dev/null
            [ "$program" = "$name" ] || exec "$name" "$@"

            # Sets `runners` to the processes of the host's side above this one, and `session` to the server's.
            one=$PPID runners='' session=''
            while [ "$one" -gt 1 ] && [ -z "$session" ]; do
                case $(tr '\\000' ' ' <"/proc/$one/cmdline") in
                    *"/runner-"*".sh $verb "*) runners="$runners $one" ;;
                    sshd*) session=$one ;;
                esac
                read -r _ _ _ one _ <"/proc/$one/stat"
            done
            [ -n "$runners" ] && mv %1$s/current "%1$s/met.$$" 2>/dev/null || exec "$name" "$@"
            for next in %1$s/next.*; do
                [ ! -e "$next" ] || { mv "$next" %1$s/current; break; }
            done
            status=1
            [ "$when" = before ] || { "$name" "$@"; status=$?; }
            case $victim in
                runner) kill -s KILL $runners ;;
                session) kill -s KILL $session ;;
                client)
                    for one in /proc/[0-9]*; do
                        case $(tr '\\000' ' ' <"$one/cmdline") in
                            "ssh "*%3$s*) kill -s KILL "${one#/proc/}" ;;
                        esac
                    done
                    ;;
            esac
            [ "$when" = after ] || [ "$victim" = runner ] || exec "$name" "$@"
            exit $status
            """.formatted(folder, REAL_PATH, fleet);
    }

    /** Return the environment under which a host meets its deaths. */
    Map<String, String> environment() {
        return Map.of("PATH", programs + ":" + REAL_PATH);
    }

    /** Who dies. */
    enum Victim {
        /** The ssh on this side, with whatever shares its connection. */
        CLIENT,
        /** The process of the server that serves the connection. */
        SESSION,
        /** The host's side itself. */
        RUNNER
    }

    /**
     * A moment on the host.
     *
     * @param program before or after which program the host's side is
     * @param verb what it is about
     * @param after whether the program has done its work
     */
    record Moment(String program, String verb, boolean after, Victim victim) {

        /** Return the moments that a build outlives, in the order of its life. */
        static List<Moment> survived() {
            return Stream.of(
                            each("git", "prepare", false),
                            each("mv", "prepare", false),
                            each("mv", "prepare", true),
                            each("mkdir", "start", false),
                            each("mkdir", "start", true),
                            supervisor("mkfifo", false),
                            each("stat", "follow", false),
                            each("stat", "follow", true),
                            supervisor("mv", true),
                            each("stat", "collect", false),
                            each("sha256sum", "collect", false),
                            each("sha256sum", "collect", true),
                            each("cat", "collect", true),
                            each("rm", "sweep", false),
                            each("rm", "sweep", true))
                    .flatMap(moments -> moments)
                    .toList();
        }

        /** Return the moment from which on nobody is left who could say how a command ended. */
        static Moment fatal() {
            return new Moment("mv", "supervise", false, Victim.RUNNER);
        }

        private static Stream<Moment> each(String program, String verb, boolean after) {
            return Stream.of(Victim.values()).map(victim -> new Moment(program, verb, after, victim));
        }

        /** What is detached from the connection dies alone. */
        private static Stream<Moment> supervisor(String program, boolean after) {
            return Stream.of(new Moment(program, "supervise", after, Victim.RUNNER));
        }

        /** Return whether dying there ends the attempt, so that another one is placed. */
        boolean endsTheAttempt() {
            return verb.equals("prepare");
        }

        private String line() {
            return program + " " + verb + " " + (after ? "after " : "before ")
                    + victim.name().toLowerCase(Locale.ROOT) + "\n";
        }

        @Override
        public String toString() {
            return victim + " dies " + (after ? "after " : "before ") + program + " of " + verb;
        }
    }

    /** Have the next build meet these moments, one after the other. */
    void await(List<Moment> moments) throws IOException {
        for (int i = moments.size() - 1; i > 0; i--) {
            Files.writeString(
                    folder.resolve("next." + (100 + i)), moments.get(i).line());
        }
        Files.writeString(folder.resolve("current"), moments.getFirst().line());
    }

    /** Return what was not met, and forget it. */
    List<String> unmet() throws IOException {
        List<String> unmet = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String name = String.valueOf(file.getFileName());
                if (name.equals("current") || name.startsWith("next.")) {
                    unmet.add(Files.readString(file));
                    Files.delete(file);
                }
            }
        }
        return unmet;
    }
}
