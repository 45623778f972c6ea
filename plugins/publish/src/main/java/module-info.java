import build.offload.plugin.publish.directory.PublishDirectory;
import build.offload.plugin.publish.files.PublishFiles;
import build.offload.spi.publish.PublicationStrategy;
import org.jspecify.annotations.NullMarked;

/** Promotes declared outputs, with a journal. */
@NullMarked
module build.offload.plugin.publish {
    requires build.offload.spi;
    requires static org.jspecify;

    provides PublicationStrategy with
            PublishFiles,
            PublishDirectory;
}
