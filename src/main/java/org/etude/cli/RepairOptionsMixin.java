package org.etude.cli;

import org.etude.repair.RepairOptions;
import org.etude.repair.RepairOptions.Mismatch;
import org.etude.repair.RepairOptions.Unknown;
import picocli.CommandLine.Option;

/** What repair may do. */
final class RepairOptionsMixin {
    @Option(
            names = "--keep-unsupported",
            description = "Keep what ASTRA-sim's system layer, ours too, cannot run: reduce, gather, scatter and"
                    + " barrier, METADATA nodes.")
    private boolean keepUnsupported;

    @Option(
            names = "--mismatch",
            paramLabel = "HOW",
            description = "Where ranks disagree about a collective: majority (default), drop or report.")
    private Mismatch mismatch;

    @Option(
            names = "--unknown",
            paramLabel = "HOW",
            description = "Communication whose type or size nothing tells: replay (default), drop or report.")
    private Unknown unknown;

    RepairOptions options() {
        RepairOptions options = keepUnsupported ? RepairOptions.defaults() : RepairOptions.forAstraSim();
        if (mismatch != null) {
            options = options.withMismatch(mismatch);
        }
        return unknown == null ? options : options.withUnknown(unknown);
    }
}
