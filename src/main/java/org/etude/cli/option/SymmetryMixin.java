// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.cli.base.HelpGroup;
import org.etude.spec.SimOptions;
import picocli.CommandLine.Option;

/** Whether one rank may represent all. */
@HelpGroup("Limits and shortcuts")
public final class SymmetryMixin {
    @Option(
            names = "--symmetry",
            paramLabel = "WHEN",
            defaultValue = "AUTO",
            description =
                    "auto: simulate one rank for all where that is proven to give the same result; off: never; exhaustive: never,"
                            + " nor are rounds of a collective skipped that are all alike."
                            + " Default: auto.")
    private SimOptions.Symmetry symmetry;

    SimOptions.Symmetry choice() {
        return symmetry;
    }

    /** The options with this choice. */
    public SimOptions on(SimOptions options) {
        return options.symmetry(symmetry);
    }
}
