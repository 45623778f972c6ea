package build.offload.plugin.executor.ssh;

import build.offload.spi.model.HostAddress;

/** An address as OpenSSH's programs take it: an IPv6 address without its brackets. */
final class Destination {

    private Destination() {}

    static String host(HostAddress address) {
        String host = address.host();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
