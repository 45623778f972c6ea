package build.offload.spi.executor;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What an executor is given to work with.
 *
 * @param stateDirectory a folder of the executor's own on the controller's machine, mode 0700, kept over restarts
 * @param controllerId the lasting id of the controller, under which a host keeps our folders apart from another's
 * @param connectLimit how long making a connection may take
 * @param silenceLimit how long a connection may be silent before it counts as lost
 */
public record ExecutorContext(Path stateDirectory, String controllerId, Duration connectLimit, Duration silenceLimit) {}
