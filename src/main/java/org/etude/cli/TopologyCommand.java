package org.etude.cli;

import org.etude.cli.simai.ClusterOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Topologies: each family is a command of its own. */
@Command(
        name = "topology",
        description = "Write the topology file of a data centre.",
        synopsisSubcommandLabel = "(simai)")
final class TopologyCommand extends org.etude.cli.Command {
    @Spec
    private CommandSpec spec;

    @Override
    void addTo(CommandLine line) {
        CommandLine simai = new CommandLine(new SimAiTopologyCommand().on(console()));
        ClusterOptions.addTo(simai);
        line.addSubcommand("simai", simai);
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say which family: simai");
    }
}
