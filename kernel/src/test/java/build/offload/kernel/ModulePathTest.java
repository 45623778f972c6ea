package build.offload.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Guards the build itself: older test runners drop to the class path without a word, and then module rules are not tested. */
class ModulePathTest {
    @Test
    void kernelTestsRunInsideTheKernelModule() {
        assertThat(ModulePathTest.class.getModule().getName()).isEqualTo("build.offload.kernel");
    }

    @Test
    void testsRunOnTheJavaVersionTheProductNeeds() {
        assertThat(Runtime.version().feature()).isEqualTo(25);
    }
}
