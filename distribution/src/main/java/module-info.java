import org.jspecify.annotations.NullMarked;

/** Launcher and command line: finds plugins, builds module layers, starts the kernel. */
@NullMarked
module build.offload.distribution {
    requires build.offload.kernel;
    requires build.offload.spi;
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires info.picocli;
    requires org.tomlj;
    requires static org.jspecify;
}
