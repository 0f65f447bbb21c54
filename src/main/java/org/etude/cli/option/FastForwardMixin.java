package org.etude.cli.option;

import org.etude.cli.base.HelpGroup;
import org.etude.sim.PacketScenario;
import picocli.CommandLine.Option;

/** Whether the packet network may use its exact fast path. */
@HelpGroup("Limits and shortcuts")
public final class FastForwardMixin {
    /** On or off. */
    enum Choice {
        ON,
        OFF
    }

    @Option(
            names = "--fast-forward",
            paramLabel = "on|off",
            defaultValue = "ON",
            description =
                    "packet: skip stretches in which the network does exactly what it did before; results are the same."
                            + " Default: on.")
    private Choice choice;

    /** The option's former name. */
    @Option(names = "--closed-form", hidden = true)
    private Choice formerly;

    public PacketScenario apply(PacketScenario scenario) {
        return scenario.network(
                scenario.network().withFastForward((formerly == null ? choice : formerly) == Choice.ON));
    }
}
