// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.compat.simai.cluster.ClusterOption;
import org.etude.compat.simai.cluster.ClusterSpec;
import org.etude.compat.simai.cluster.ClusterTemplate;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of SimAI's topology generator on a command line. */
public final class ClusterOptions {
    private static final String TOPOLOGY = "--topology";
    private static final String RAILS = "--ro";
    private static final String DUAL_TOR = "--dt";
    private static final String DUAL_PLANE = "--dp";
    private static final String NVL72 = "--nvl72";

    private ClusterOptions() {}

    /** Adds the options to a command. */
    public static void addTo(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        spec.addOption(OptionSpec.builder("-topo", TOPOLOGY)
                .type(String.class)
                .paramLabel("NAME")
                .description("Spectrum-X, AlibabaHPN or DCN+; anything else is a cluster wired as the flags say.")
                .build());
        spec.addOption(flag(RAILS, "Rails: GPUs of the same place in their servers share switches."));
        spec.addOption(flag(DUAL_TOR, "Two top-of-rack switches for each GPU."));
        spec.addOption(flag(DUAL_PLANE, "Two planes of spine switches."));
        spec.addOption(flag(NVL72, "Racks of 72 GPUs on 18 NVSwitches with four rails (not in SimAI)."));
        for (ClusterOption option : ClusterOption.values()) {
            spec.addOption(OptionSpec.builder(option.names().toArray(new String[0]))
                    .type(String.class)
                    .paramLabel("X")
                    .description(option.meaning() + ". Default: " + option.base() + " or the template's.")
                    .build());
        }
        line.setPosixClusteredShortOptionsAllowed(false);
    }

    /** The cluster described by parsed options. */
    public static ClusterSpec read(ParseResult parsed) {
        Map<ClusterOption, String> given = new EnumMap<>(ClusterOption.class);
        for (ClusterOption option : ClusterOption.values()) {
            String name = option.names().get(0);
            if (parsed.hasMatchedOption(name)) {
                given.put(option, parsed.matchedOptionValue(name, ""));
            }
        }
        ClusterTemplate template = parsed.hasMatchedOption(NVL72)
                ? ClusterTemplate.NVL72
                : ClusterTemplate.named(parsed.matchedOptionValue(TOPOLOGY, null));
        return ClusterSpec.of(
                template,
                parsed.hasMatchedOption(RAILS),
                parsed.hasMatchedOption(DUAL_TOR),
                parsed.hasMatchedOption(DUAL_PLANE),
                given);
    }

    /** The cluster described by arguments. */
    public static ClusterSpec parse(List<String> args) {
        CommandLine line = new CommandLine(CommandSpec.create());
        addTo(line);
        return read(line.parseArgs(args.toArray(new String[0])));
    }

    private static OptionSpec flag(String name, String meaning) {
        return OptionSpec.builder(name)
                .type(boolean.class)
                .arity("0")
                .description(meaning)
                .build();
    }
}
