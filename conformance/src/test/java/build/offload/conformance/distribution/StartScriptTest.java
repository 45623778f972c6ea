package build.offload.conformance.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start script in an unpacked archive, with a JDK that only writes down how it was called. */
class StartScriptTest {

    /** Prints its locale, and one argument a line; a training run writes the cache, unless the JDK's folder forbids it. */
    private static final String RECORDING_JAVA = """
            #!/bin/sh
            printf '%s\\n' "LC_ALL=${LC_ALL:-}" "$@"
            case $1 in
                -XX:AOTCacheOutput=*)
                    [ ! -e "${0%/bin/java}/no-training" ] || exit 1
                    : >"${1#*=}" ;;
            esac
            exit "${FAKE_EXIT:-0}"
            """;

    @TempDir
    private Path folder;

    private Path home;
    private Path jdk;

    private record Outcome(int exit, List<String> output, String errors) {
        boolean used(String optionStart) {
            return output.stream().anyMatch(line -> line.startsWith(optionStart));
        }
    }

    @BeforeEach
    void unpack() throws IOException {
        home = Files.createDirectories(folder.resolve("my archive"));
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib/a.jar"), "");
        Files.writeString(home.resolve("jvm.options"), "");
        Files.copy(Path.of("../offload"), home.resolve("offload"));
        jdk = jdk("jdk", "25.0.3");
    }

    /** The script looks after its caches beside the command, and may still do so when that has ended. */
    @AfterEach
    void awaitWhatRunsBeside() {
        while (ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(home.toString()))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theCommandGetsItsArgumentsAsTheyWereGiven() throws Exception {
        Outcome outcome = start(off("run", "--", "make", "a b", ""));

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.output())
                .containsSequence("-p", home.resolve("lib").toString(), "-m")
                .endsWith("run", "--", "make", "a b", "");
    }

    @Test
    void theExitCodeIsTheCommands() throws Exception {
        ProcessBuilder command = off("run");
        command.environment().put("FAKE_EXIT", "42");

        assertThat(start(command).exit()).isEqualTo(42);
    }

    @Test
    void aLinkToTheScriptFindsTheArchive() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), home.resolve("offload"));
        ProcessBuilder command = off("status");
        command.command().set(1, link.toString());

        Outcome outcome = start(command);

        assertThat(outcome.output()).contains("-Doffload.home=" + home, "status");
    }

    @Test
    void aJdkThatIsTooOldIsRefusedAndTheNextStepNamed() throws Exception {
        ProcessBuilder command = off("status");
        command.environment().put("OFFLOAD_JAVA_HOME", jdk("old", "17.0.15").toString());

        Outcome outcome = start(command);

        assertThat(outcome.exit()).isEqualTo(78);
        assertThat(outcome.output()).isEmpty();
        assertThat(outcome.errors()).contains("old", "25 or newer", "unset it");
    }

    @ParameterizedTest
    @CsvSource({
        "C,,,C.UTF-8",
        "POSIX,,,C.UTF-8",
        ",,,C.UTF-8",
        ",,C,C.UTF-8",
        ",de_DE.UTF-8,C,",
        "en_US.UTF-8,,,en_US.UTF-8"
    })
    void aLocaleThatWouldMangleNamesIsReplaced(String all, String type, String language, String seen) throws Exception {
        ProcessBuilder command = off("status");
        set(command, "LC_ALL", all);
        set(command, "LC_CTYPE", type);
        set(command, "LANG", language);

        Outcome outcome = start(command);

        assertThat(outcome.output()).contains("LC_ALL=" + (seen == null ? "" : seen));
    }

    private static void set(ProcessBuilder command, String name, @Nullable String value) {
        if (value == null) {
            command.environment().remove(name);
        } else {
            command.environment().put(name, value);
        }
    }

    @Test
    void onlyTheControllerKeepsTheOptimisingCompiler() throws Exception {
        assertThat(start(off("status")).used("-XX:TieredStopAtLevel=1")).isTrue();
        assertThat(start(off("up")).used("-XX:TieredStopAtLevel=1")).isFalse();
    }

    @Test
    void commandsAndTheControllerHaveACacheEach() throws Exception {
        startAndAwait(".aot");

        assertThat(start(withCache("status")).used("-XX:AOTCache=")).isTrue();
        assertThat(start(withCache("up")).used("-XX:AOTCache=")).isFalse();
    }

    @Test
    void theFirstCommandTrainsTheCacheAndTheNextUsesIt() throws Exception {
        Outcome first = startAndAwait(".aot");

        Outcome next = start(withCache());

        assertThat(first.used("-XX:AOTCache")).isFalse();
        assertThat(next.used("-XX:AOTCache=")).isTrue();
    }

    @Test
    void aChangedJarHasTheCacheMadeAnew() throws Exception {
        startAndAwait(".aot");
        Path cache = onlyCache();
        FileTime before = Files.getLastModifiedTime(cache);
        Files.writeString(home.resolve("lib/b.jar"), "");

        start(withCache());

        while (Files.getLastModifiedTime(cache).equals(before)) {
            Thread.onSpinWait();
        }
    }

    private Path onlyCache() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("cache"))) {
            return files.filter(file -> file.toString().endsWith(".aot"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aFailedTrainingHarmsNoCommandAndIsNotTriedAgain() throws Exception {
        Files.writeString(jdk.resolve("no-training"), "");
        Outcome first = startAndAwait(".failed");

        Outcome next = start(withCache());

        assertThat(List.of(first.exit(), next.exit())).containsOnly(0);
        try (Stream<Path> files = Files.list(home.resolve("cache"))) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".aot"));
        }
    }

    private Path jdk(String name, String version) throws IOException {
        Path java = Files.createDirectories(folder.resolve(name).resolve("bin")).resolve("java");
        Files.writeString(java, RECORDING_JAVA);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve(name).resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return folder.resolve(name);
    }

    private ProcessBuilder off(String... arguments) {
        ProcessBuilder command = withCache(arguments);
        command.environment().put("OFFLOAD_AOT", "off");
        return command;
    }

    private ProcessBuilder withCache(String... arguments) {
        var line = Stream.concat(Stream.of("sh", home.resolve("offload").toString()), Arrays.stream(arguments));
        ProcessBuilder command = new ProcessBuilder(new java.util.ArrayList<>(line.toList()));
        command.environment().put("OFFLOAD_JAVA_HOME", jdk.toString());
        command.redirectError(folder.resolve("errors").toFile());
        return command;
    }

    private Outcome start(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.start();
        process.getOutputStream().close();
        List<String> output = process.inputReader().readAllLines();
        return new Outcome(process.waitFor(), output, Files.readString(folder.resolve("errors")));
    }

    /** Starts a command that trains, and waits for what the training leaves. */
    private Outcome startAndAwait(String ending) throws IOException, InterruptedException {
        Path cache = Files.createDirectories(home.resolve("cache"));
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            cache.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
            Outcome outcome = start(withCache("status"));
            while (!isTrained(cache, ending)) {
                WatchKey key = watch.poll(30, TimeUnit.SECONDS);
                assertThat(key).as("a sign of the training in " + cache).isNotNull();
                key.pollEvents();
                key.reset();
            }
            return outcome;
        }
    }

    /** The result is there and the lock is gone. */
    private static boolean isTrained(Path cache, String ending) throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            List<String> names = files.map(Path::toString).toList();
            return names.stream().anyMatch(name -> name.endsWith(ending))
                    && names.stream().noneMatch(name -> name.endsWith(".lock"));
        }
    }
}
