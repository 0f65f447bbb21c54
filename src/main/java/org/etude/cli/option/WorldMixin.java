// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.Workload;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.HelpGroup;
import org.etude.report.Counted;
import org.etude.report.Progress;
import org.etude.spec.CollectiveSizes;
import org.etude.spec.ScaleSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many ranks a workload shall have, and what becomes of its sizes. */
@HelpGroup("Ranks and sizes")
public final class WorldMixin implements CheckedOptions {
    private static final String AUTO = "auto";

    @Allowed(from = 1)
    @Option(
            names = {"-n", "--virtual-world", "--ranks"},
            paramLabel = "N",
            description = "Number of ranks; rank r runs the trace of rank r mod those recorded. Default: as recorded.")
    private Integer ranks;

    @Option(
            names = "--sizes",
            paramLabel = "MEANING",
            defaultValue = "BUFFER",
            description = "What comm_size means as groups grow: buffer (kept), wire (times M(N-1)/(N(M-1))) or recorded"
                    + " (left, all-gathers too). Default: buffer.")
    private CollectiveSizes sizes;

    @Option(
            names = "--comm-scale",
            paramLabel = "F",
            description = "Multiply every comm_size by F; 'auto' means --sizes wire.")
    private String commScale;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Override
    public void check(GivenOptions given) {
        given.accept(() -> apply(new ScaleSettings()));
        boolean scaledUp = ranks != null || given.has("--target-tp");
        if (!scaledUp) {
            given.need("-n", "--sizes");
        }
        if (AUTO.equals(commScale)) {
            if (!scaledUp) {
                given.refuse("as 'auto' without -n", "--comm-scale");
            }
            given.refuse("next to --comm-scale auto, which says wire", "--sizes");
        }
    }

    /** A note on results in which ranks run copies of others; "" when there are none. */
    String copies(Workload recorded) {
        int from = recorded.ranks();
        return ranks == null || ranks <= from
                ? ""
                : "ranks " + from + " to " + (ranks - 1) + " run copies of the "
                        + Counted.of(from, "rank that was recorded", "ranks that were recorded");
    }

    /** The requested number of ranks, or as many as there are. */
    int ranks(Workload workload) {
        return ranks == null ? workload.ranks() : ranks;
    }

    /**
     * Applies the options.
     *
     * @throws ParameterException when one is malformed
     */
    void apply(ScaleSettings settings) {
        settings.sizes(sizes);
        if (AUTO.equals(commScale)) {
            settings.sizes(CollectiveSizes.WIRE);
        } else if (commScale != null) {
            commScale(settings);
        }
    }

    private void commScale(ScaleSettings settings) {
        try {
            settings.commScale(Double.parseDouble(commScale));
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(), "--comm-scale is '" + commScale + "'; give a number such as 0.5, or auto", e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** The workload on the requested number of ranks; unchanged if none was given. */
    public Workload scale(Workload workload, Progress progress) {
        if (ranks == null && commScale == null) {
            return workload;
        }
        ScaleSettings settings = new ScaleSettings();
        apply(settings);
        return workload.scaleTo(ranks(workload), settings, progress);
    }
}
