// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.cli.base.Allowed;
import org.etude.cli.base.HelpGroup;
import picocli.CommandLine.Option;

/** Whether the packet network may use its exact fast path, or several threads. */
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

    @Allowed(from = 1)
    @Option(
            names = "--packet-threads",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "packet: threads that simulate groups of hosts which share no switch at the time; results are the same."
                            + " For what is not fast-forwarded. Default: 1.")
    private int threads;

    /** How many threads may simulate packets, as given. */
    public int threads() {
        return threads;
    }

    /** Whether it is allowed. */
    public boolean isOn() {
        return choice == Choice.ON;
    }
}
