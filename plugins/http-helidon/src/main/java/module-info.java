import org.jspecify.annotations.NullMarked;

/** The wire contract and the operator API over HTTP. */
@NullMarked
module build.offload.plugin.http {
    requires build.offload.spi;
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires io.helidon.common.buffers;
    requires io.helidon.common.socket;
    requires io.helidon.common.uri;
    requires io.helidon.http;
    requires io.helidon.http.media;
    requires io.helidon.webserver;
    requires simpleclient;
    requires simpleclient.common;
    requires static org.jspecify;

    provides build.offload.spi.frontend.Frontend with
            build.offload.plugin.http.HttpFrontend;
}
