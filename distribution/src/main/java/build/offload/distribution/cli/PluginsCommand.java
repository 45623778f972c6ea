package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists plugins. */
@Command(name = "plugins", header = "List the plugins that are loaded, and those that could not be.")
final class PluginsCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    PluginsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return options.show(surroundings, ControllerClient.api("plugins"), "listing the plugins", this::print);
    }

    private void print(Json answer) {
        Table table = new Table("PLUGIN", "KIND", "VERSION", "FROM", "PROBLEM");
        for (Json plugin : answer.list("plugins")) {
            table.row(
                    Words.text(plugin, "name"),
                    Words.text(plugin, "kind"),
                    Words.text(plugin, "version"),
                    Words.text(plugin, "location"),
                    plugin.text("problem", ""));
        }
        table.lines().forEach(surroundings::print);
    }
}
