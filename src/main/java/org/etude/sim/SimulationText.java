package org.etude.sim;

import java.util.Locale;

/** A run in two lines. */
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
                "Simulation %s, %d ranks, %s: %s%s",
                result.scenario().topology(),
                result.ranks().size(),
                network(result.scenario().options()),
                result.complete() ? "step " : result.stopped() + " after ",
                text.time(ns));
        return head + System.lineSeparator() + text.shares(result.ranks(), last(result.ranks()));
    }

    private static String network(SimOptions options) {
        return options.times().isPresent()
                ? "measured transfer times"
                : options.fidelity().name().toLowerCase(Locale.ROOT) + " network";
    }

    private String shares(RankColumns ranks, int rank) {
        String host = ranks.cpu()[rank] > 0 ? ", host " + time(ranks.cpu()[rank]) : "";
        return " compute " + time(ranks.gpu()[rank]) + host + ", communication " + time(ranks.comm()[rank]) + " ("
                + time(ranks.exposed()[rank]) + " exposed), idle " + time(ranks.idle()[rank]);
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

    /** Columns hold -1 where a rank has nothing of a sort. */
    private String time(long ns) {
        return String.format(Locale.ROOT, "%.3f %s", Math.max(0, ns) / scale, unit);
    }
}
