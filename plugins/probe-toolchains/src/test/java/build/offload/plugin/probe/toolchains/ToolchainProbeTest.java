package build.offload.plugin.probe.toolchains;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostShell;
import build.offload.spi.model.HostName;
import build.offload.spi.probe.CapabilityProbe.Finding;
import build.offload.spi.probe.CapabilityProbe.ProbeReport;
import build.offload.spi.probe.CapabilityProbe.ProbeRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe on a host whose PATH holds nothing but what each test puts there. */
class ToolchainProbeTest {

    @TempDir
    Path bin;

    @BeforeEach
    void setUp() throws IOException {
        for (String program : new String[] {"sh", "setsid", "sleep", "tail"}) {
            tool(program, "exec /usr/bin/" + program + " \"$@\"");
        }
    }

    @Test
    void everyToolIsReportedWithTheVersionItPrints() throws Exception {
        // given tools that tell their versions each in its own way
        tool(
                "java",
                "echo 'Picked up JAVA_TOOL_OPTIONS: -Xmx1g' >&2; echo 'openjdk version \"25.0.3\" 2026-04-21' >&2");
        tool("mvn", "printf '\\033[1mApache Maven 3.8.7\\033[m\\n'; echo 'Java version: 25.0.3'");
        tool("git", "echo git version 2.39.5");
        tool("make", "echo GNU Make 4.3");
        tool("gcc", "echo 12.2.0");
        tool("node", "echo v20.11.1");
        tool("npm", "echo 10.2.4");
        tool("python3", "echo Python 3.11.2");
        tool("python", "echo Python 2.7.18");

        // when
        ProbeReport report = new ToolchainProbe().probe(request(Duration.ofSeconds(60)));

        // then
        assertThat(report.findings()).allMatch(found -> found.ok() && !found.required());
        assertThat(report.findings())
                .extracting(found -> found.command() + " " + found.version().orElse("?"))
                .containsExactly(
                        "gcc 12.2.0",
                        "git 2.39.5",
                        "java 25.0.3",
                        "make 4.3",
                        "mvn 3.8.7",
                        "node 20.11.1",
                        "npm 10.2.4",
                        "python 3.11.2");
        assertThat(report.load()).isEmpty();
    }

    @Test
    void whatIsMissingFailsOrHangsIsAFindingAndHidesNothing() throws Exception {
        // given one tool that hangs with a child, one that fails, one that says nothing of use, one that is sound
        tool("java", "sleep 60 & sleep 60");
        tool("mvn", "echo no JDK >&2; exit 1");
        tool("make", "echo something else");
        tool("node", "echo v20.11.1");

        // when the budget leaves each a second
        ProbeReport report = new ToolchainProbe().probe(request(Duration.ofSeconds(4)));

        // then
        assertThat(finding(report, "java")).isEqualTo(missing("java", "'java' did not tell its version within 1 s"));
        assertThat(finding(report, "mvn")).isEqualTo(missing("mvn", "'mvn' failed (exit 1): no JDK"));
        assertThat(finding(report, "make").ok()).isTrue();
        assertThat(finding(report, "make").version()).isEmpty();
        assertThat(finding(report, "node").version()).contains("20.11.1");
        assertThat(finding(report, "git")).isEqualTo(missing("git", "there is no 'git' in the PATH of the host user"));
        assertThat(report.findings()).hasSize(8);
    }

    @Test
    void toolsAreStartedAgainOnlyWhenSomethingAboutThemChanged() throws Exception {
        // given a host where starts can be counted
        useful("stat", "cksum");
        ToolchainProbe probe = new ToolchainProbe();
        tool("git", "echo x >>'" + bin.resolve("started") + "'; echo git version 2.39.5");
        ProbeReport first = probe.probe(request(Duration.ofSeconds(60)));

        // when it is looked at again, and once more after another tool has come
        ProbeReport second = probe.probe(request(Duration.ofSeconds(60)));
        long startsBefore = Files.size(bin.resolve("started"));
        tool("make", "echo GNU Make 4.3");
        ProbeReport third = probe.probe(request(Duration.ofSeconds(60)));

        // then
        assertThat(second).isEqualTo(first);
        assertThat(startsBefore).isEqualTo(2);
        assertThat(finding(third, "make").version()).contains("4.3");
        assertThat(Files.size(bin.resolve("started"))).isEqualTo(4);
    }

    @Test
    void toolThatFailedIsAskedAgain() throws Exception {
        useful("stat", "cksum", "cat");
        ToolchainProbe probe = new ToolchainProbe();
        Files.writeString(bin.resolve("says"), "exit 1");
        tool("mvn", ". '" + bin.resolve("says") + "'");
        probe.probe(request(Duration.ofSeconds(60)));

        Files.writeString(bin.resolve("says"), "echo Apache Maven 3.9.9");

        assertThat(finding(probe.probe(request(Duration.ofSeconds(60))), "mvn").version())
                .contains("3.9.9");
    }

    private void useful(String... programs) throws IOException {
        for (String program : programs) {
            tool(program, "exec /usr/bin/" + program + " \"$@\"");
        }
    }

    private static Finding missing(String tool, String detail) {
        return new Finding(tool, false, false, Optional.empty(), Optional.of(detail));
    }

    private static Finding finding(ProbeReport report, String command) {
        return report.findings().stream()
                .filter(found -> found.command().equals(command))
                .findFirst()
                .orElseThrow();
    }

    private void tool(String name, String script) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ProbeRequest request(Duration budget) {
        return new ProbeRequest(new HostName("there"), this::run, "/nowhere", budget);
    }

    private HostShell.ShellResult run(HostShell.ShellRequest request) throws ExecutorException {
        try {
            ProcessBuilder builder = new ProcessBuilder(request.argv());
            builder.environment().put("PATH", bin.toString());
            Process process = builder.start();
            process.getOutputStream().close();
            String stdout = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String stderr = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return new HostShell.ShellResult(process.onExit().join().exitValue(), stdout, stderr);
        } catch (IOException failed) {
            throw new ExecutorException(ExecutorException.Kind.UNREACHABLE, "no shell here", failed);
        }
    }
}
