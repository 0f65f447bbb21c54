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
            names = "--closed-form",
            paramLabel = "on|off",
            defaultValue = "ON",
            description =
                    "packet: skip stretches in which the network does exactly what it did before; results are the same."
                            + " Default: on.")
    private Choice choice;

    public PacketScenario apply(PacketScenario scenario) {
        return scenario.network(scenario.network().withClosedForm(choice == Choice.ON));
    }
}
