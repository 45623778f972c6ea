package build.offload.spi.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that name something: each has one form, and what has another cannot be built. */
class IdentifiersTest {

    private static final String DIGITS = "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @CsvSource({
        "build@debian1, build, debian1, 22",
        "build@debian1:2222, build, debian1, 2222",
        "root@10.0.0.7, root, 10.0.0.7, 22",
        "_svc@host.example.org:1, _svc, host.example.org, 1",
        "build@[fe80::1]:2222, build, [fe80::1], 2222",
        "build@[::1], build, [::1], 22",
        "a.b-c@h:65535, a.b-c, h, 65535",
    })
    void addressIsReadAndWrittenBack(String text, String user, String host, int port) {
        HostAddress address = HostAddress.parse(text);

        assertThat(address).isEqualTo(new HostAddress(user, host, port));
        assertThat(HostAddress.parse(address.toString())).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "debian1",
                "@debian1",
                "build@",
                "-oProxyCommand=x@h",
                "build@-h",
                "build@h:",
                "build@h:0",
                "build@h:65536",
                "build@h:99999",
                "build@h:123456",
                "build@h:x",
                "build@h h",
                "build@h\n",
                "a@b@c",
                "build@[::1",
                "build@::1",
                "build@h;rm",
                "build@h:22:22"
            })
    void whatIsNoAddressIsRefusedWithTheField(String text) {
        refused("address", () -> HostAddress.parse(text));
    }

    @Test
    void partsOfAnAddressCannotHideAnother() {
        refused("address", () -> new HostAddress("build", "h:22", 2222));
        refused("address", () -> new HostAddress("build@h", "x", 22));
        refused("address", () -> new HostAddress("build", "h", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a1", "1a", "debian-1.lan_2"})
    void hostNameIsTaken(String name) {
        assertThat(new HostName(name)).hasToString(name);
    }

    @Test
    void hostNameHasUpTo63Characters() {
        assertThat(new HostName("a".repeat(63)).value()).hasSize(63);
        refused("host", () -> new HostName("a".repeat(64)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a-", ".a", "a.", "A", "a b", "a/b", "a\n", "ä", "a:b"})
    void whatIsNoHostNameIsRefusedWithTheField(String name) {
        refused("host", () -> new HostName(name));
    }

    @ParameterizedTest
    @CsvSource({"java, *, java", "g++, >=12, g++ >=12", "clang-17, 17, clang-17 17", "a.b_c, *, a.b_c"})
    void toolIsNamedWithItsVersionsWhereItHasAny(String tool, String versions, String text) {
        assertThat(new ToolRequirement(tool, new VersionRange(versions))).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-rf", "a b", "/usr/bin/java", "a;b", "+x", "a\n"})
    void whatIsNoToolIsRefusedWithTheField(String tool) {
        refused("required tool", () -> new ToolRequirement(tool, VersionRange.everyVersion()));
    }

    @Test
    void jobIsTheDigestOfItsKeyAndThenItsMirror() {
        MirrorId mirror = new MirrorId(DIGITS);

        assertThat(JobId.of("key-1", mirror))
                .hasToString("a2b28cecb8deb5e0ec8920ca47d0048686fa0484afa295c3a007948aaec588b5");
        assertThat(JobId.of("key-1", mirror)).isNotEqualTo(JobId.of("key-2", mirror));
    }

    @Test
    void attemptIsReadAndWrittenBack() {
        AttemptId attempt = new AttemptId(new JobId(DIGITS), 12);

        assertThat(attempt).hasToString(DIGITS + ".12");
        assertThat(AttemptId.parse(attempt.toString())).isEqualTo(attempt);
        refused("attempt", () -> new AttemptId(new JobId(DIGITS), 0));
        refused("attempt id", () -> AttemptId.parse(DIGITS + ".0"));
        refused("attempt id", () -> AttemptId.parse(DIGITS + ".01"));
        refused("attempt id", () -> AttemptId.parse(DIGITS));
    }

    @Test
    void digestsAreLowerCaseHexadecimalOfTheirLength() {
        refused("job id", () -> new JobId("0".repeat(63)));
        refused("job id", () -> new JobId("A".repeat(64)));
        refused("mirror id", () -> new MirrorId("g".repeat(64)));
        refused("snapshot", () -> new TreeId("0".repeat(41)));
        assertThat(new TreeId("0".repeat(40)).value()).hasSize(40);
        assertThat(new TreeId("0".repeat(64)).value()).hasSize(64);
    }

    @ParameterizedTest
    @EnumSource
    void infrastructureFailureIsReadBackFromItsCode(InfraFailure failure) {
        assertThat(failure.code()).matches("[a-z]+(-[a-z]+)*");
        assertThat(InfraFailure.ofCode(failure.code())).isEqualTo(failure);
    }

    @Test
    void processNeedsAPidAStartAndABoot() {
        refused("process", () -> new ProcessIdentity(0, 1, "boot"));
        refused("process", () -> new ProcessIdentity(1, -1, "boot"));
        refused("process", () -> new ProcessIdentity(1, 1, " "));
    }

    private static void refused(String field, ThrowingCallable building) {
        assertThatThrownBy(building)
                .isInstanceOfSatisfying(
                        InvalidValueException.class,
                        wrong -> assertThat(wrong.field()).isEqualTo(field));
    }
}
