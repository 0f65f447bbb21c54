// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.cli.base.HelpGroup;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.etude.spec.RepairOptions.Unknown;
import picocli.CommandLine.Option;

/** What repair may do. */
@HelpGroup("Repair")
public final class RepairOptionsMixin {
    @Option(
            names = "--astra-sim",
            description = "Also remove or replace what ASTRA-sim cannot run: METADATA nodes, reduce,"
                    + " gather, scatter, barrier, messages to self.")
    private boolean astraSim;

    @Option(
            names = "--mismatch",
            paramLabel = "HOW",
            description = "Where ranks disagree about a collective: majority (default), drop or report.")
    private Mismatch mismatch;

    @Option(
            names = "--unknown",
            paramLabel = "HOW",
            description = "Communication of unknown type or size: replay (default), drop or report.")
    private Unknown unknown;

    /** The repair options given by these flags. */
    public RepairOptions options() {
        RepairOptions options = astraSim ? RepairOptions.forAstraSim() : RepairOptions.defaults();
        if (mismatch != null) {
            options = options.withMismatch(mismatch);
        }
        return unknown == null ? options : options.withUnknown(unknown);
    }
}
