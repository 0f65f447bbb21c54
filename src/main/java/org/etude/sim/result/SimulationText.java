// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Locale;
import org.etude.report.Counted;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.trace.activity.TimeSplit;

/** The two-line text of a run. */
final class SimulationText {
    private static final long SMALL_NS = 1_000_000;

    private final double scale;
    private final String unit;

    private SimulationText(long ns) {
        scale = ns < SMALL_NS ? 1e3 : 1e6;
        unit = ns < SMALL_NS ? "us" : "ms";
    }

    static String of(SimulationResult result) {
        long ns = result.complete() ? result.stepNs() : result.ticks();
        SimulationText text = new SimulationText(ns);
        String head = String.format(
                Locale.ROOT,
                "Simulation %s: %s%s",
                run(result),
                result.complete() ? steps(result.steps()) : result.stopped() + " after ",
                text.time(ns));
        return head + System.lineSeparator() + text.shares(result.ranks(), last(result.ranks()));
    }

    /** A recording of several steps is simulated as a whole. */
    private static String steps(int count) {
        return count == 1 ? "step " : count + " steps in ";
    }

    /** What was simulated on what. */
    private static String run(SimulationResult result) {
        SimOptions options = result.scenario().options();
        int ranks = result.ranks().size();
        if (options.times().isEmpty() && options.fidelity() == Fidelity.RECORDED) {
            return "of " + Counted.of(ranks, "rank") + " on the recorded network";
        }
        String network = options.times().isPresent()
                ? "measured transfer times"
                : options.fidelity().name().toLowerCase(Locale.ROOT) + " network";
        return result.scenario().topology() + ", " + Counted.of(ranks, "rank") + ", " + network;
    }

    private String shares(RankColumns ranks, int rank) {
        TimeSplit split = ranks.split().get(rank);
        StringBuilder text = new StringBuilder(" compute " + time(split.computeNanos()));
        text.append(", communication ").append(time(split.commNanos()));
        text.append(" (").append(time(split.exposedNanos())).append(" exposed, ");
        text.append(time(split.waitingNanos())).append(" waiting)");
        if (split.copyNanos() > 0) {
            text.append(", copies ").append(time(split.copyNanos()));
        }
        if (split.hostNanos() > 0) {
            text.append(", host ").append(time(split.hostNanos()));
        }
        return text + ", idle " + time(split.idleNanos());
    }

    private static int last(RankColumns ranks) {
        int last = 0;
        for (int r = 1; r < ranks.size(); r++) {
            if (ranks.wall()[r] > ranks.wall()[last]) {
                last = r;
            }
        }
        return last;
    }

    private String time(long ns) {
        return String.format(Locale.ROOT, "%.3f %s", ns / scale, unit);
    }
}
