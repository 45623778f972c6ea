package build.offload.plugin.probe.host;

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
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe on this very machine, whose shell is given the probe's argument vector as it is. */
class HostProbeTest {

    @TempDir
    Path root;

    private final Map<String, String> environment = new TreeMap<>();

    @Test
    void aSoundHostIsGreenAndLeftAsItWas() throws Exception {
        // given a host with room and every program
        HostProbe probe = new HostProbe(1, 1);

        // when
        ProbeReport report = probe.probe(request(root.toString()));

        // then
        assertThat(report.findings())
                .extracting(Finding::command)
                .containsExactly("sh", "git", "setsid", "sha256sum", "workspace", "temp", "disk", "systemd");
        assertThat(report.findings()).filteredOn(Finding::required).allMatch(Finding::ok);
        assertThat(finding(report, "git").version()).get().asString().matches("\\d+\\.\\d+.*");
        assertThat(finding(report, "systemd").required()).isFalse();
        assertThat(report.load()).get().satisfies(load -> {
            assertThat(load.cores()).isPositive();
            assertThat(load.load1()).isNotNegative();
        });
        assertThat(root).isEmptyDirectory();
    }

    @Test
    @DisplayName("B15 a root that cannot be written is named with its path and the reason")
    void aRootThatCannotBeWrittenIsNamedWithTheReason() throws Exception {
        Finding missing = finding(new HostProbe().probe(request(root + "/gone")), "workspace");
        Finding refused = finding(new HostProbe().probe(request("/sys")), "workspace");

        assertThat(missing.ok()).isFalse();
        assertThat(missing.required()).isTrue();
        assertThat(missing.detail()).get().asString().contains(root + "/gone", "No such file or directory");
        assertThat(refused.ok()).isFalse();
        assertThat(refused.detail()).get().asString().contains("/sys", "ermi");
    }

    @Test
    @Tag("B106")
    @DisplayName("B106 too few bytes or too few inodes are each enough to refuse")
    void roomIsBytesAndInodes() throws Exception {
        Finding bytes = finding(new HostProbe(Long.MAX_VALUE, 1).probe(request(root.toString())), "disk");
        Finding inodes = finding(new HostProbe(1, Long.MAX_VALUE).probe(request(root.toString())), "disk");

        assertThat(bytes.ok()).isFalse();
        assertThat(bytes.required()).isTrue();
        assertThat(bytes.detail()).get().asString().contains("MiB");
        assertThat(inodes.ok()).isFalse();
        assertThat(inodes.detail()).get().asString().contains("inodes");
    }

    @Test
    void aFileSystemWithoutInodeCountsIsJudgedByBytesAlone() {
        Finding disk = finding(new HostFindings(1024, 10).read("space 100 4096 0 0\n"), "disk");

        assertThat(disk.ok()).isTrue();
    }

    @Test
    void aMissingProgramIsAFinding() throws Exception {
        // given a PATH with everything but setsid
        Path bin = Files.createDirectory(root.resolve("bin"));
        for (String program : new String[] {"sh", "git", "sha256sum", "cp", "rm", "stat", "nproc", "head", "tr"}) {
            Path file = Files.writeString(bin.resolve(program), "#!/bin/sh\nexec /usr/bin/" + program + " \"$@\"\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        environment.put("PATH", bin.toString());

        // when
        ProbeReport report = new HostProbe(1, 1).probe(request(root.toString()));

        // then
        assertThat(report.findings())
                .filteredOn(Finding::required)
                .filteredOn(found -> !found.ok())
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.command()).isEqualTo("setsid");
                    assertThat(found.detail()).get().asString().contains("setsid");
                });
    }

    private static Finding finding(ProbeReport report, String command) {
        return report.findings().stream()
                .filter(found -> found.command().equals(command))
                .findFirst()
                .orElseThrow();
    }

    private ProbeRequest request(String workspaceRoot) {
        return new ProbeRequest(new HostName("there"), this::run, workspaceRoot, Duration.ofSeconds(60));
    }

    private HostShell.ShellResult run(HostShell.ShellRequest request) throws ExecutorException {
        try {
            ProcessBuilder builder = new ProcessBuilder(request.argv());
            builder.environment().putAll(environment);
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
