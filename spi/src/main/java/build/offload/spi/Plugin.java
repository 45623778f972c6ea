package build.offload.spi;

import build.offload.spi.executor.Executor;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;

/**
 * Something a plugin jar provides through {@link java.util.ServiceLoader}, under one of the permitted kinds.
 *
 * <p>A plugin touches the outside world and reports what it saw. It never writes control-plane state: what it returns
 * is a value that the kernel validates and records.
 *
 * @implSpec
 * <ul>
 *   <li><b>A-PLG-1.</b> The provider class is public and has a public constructor without parameters that does no work.
 *   <li><b>A-PLG-2.</b> Every call may be abandoned: the kernel stands a time limit around it and interrupts the calling
 *       thread when it is over. An implementation stops promptly when interrupted.
 *   <li><b>A-PLG-3.</b> Calls come from many threads at once unless a method says otherwise.
 * </ul>
 */
public sealed interface Plugin permits Executor, CapabilityProbe, PublicationStrategy, Frontend {

    /** Return the name under which this plugin is configured and reported; lower case, stable for its life. */
    String name();
}
