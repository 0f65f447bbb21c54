package org.etude.sim;

import java.util.Optional;

/** Turns a finished engine into a result. */
final class ResultBuilder {
    private ResultBuilder() {}

    static SimulationResult build(Engine engine, String stopped, StallException stall) {
        SimOptions options = engine.scenario.options();
        SystemSpec system = engine.scenario.system();
        int n = engine.ranks.length;
        RankColumns columns = new RankColumns(n);
        RooflineColumns roofline = system.roofline() ? new RooflineColumns(n) : null;
        boolean cut = !stopped.isEmpty() && stall == null;
        for (RankWorkload rank : engine.ranks) {
            RankStatistics statistics = new RankStatistics(rank, cut ? engine.queue.now() : RankWorkload.NEVER);
            statistics.fill(columns);
            if (roofline != null) {
                statistics.fill(roofline, Roofline.of(system));
            }
            if (rank.rescued > 0) {
                engine.findings.warn(
                        rank.rank,
                        "",
                        "nodes without work were the only ones left",
                        "ASTRA-sim issues what follows them only when something else ends",
                        "here the run goes on; there it stops without a result");
            }
        }
        if (cut) {
            cut(engine, stopped);
        }
        Optional<long[]> peaks =
                system.trackLocalMemory() ? LocalMemory.peaks(engine.ranks, engine.findings) : Optional.empty();
        // The reference's tracker throws before a rank can report.
        boolean silent = options.compat() && system.trackLocalMemory() && peaks.isEmpty();
        Fold fold = engine.fold;
        int all = fold == null ? n : fold.ranks();
        return new SimulationResult(
                engine.scenario,
                engine.queue.now(),
                engine.queue.fired(),
                engine.messages.sentCount() * (all / n),
                silent ? "memory tracker failed" : stopped,
                silent ? new int[0] : fold == null ? engine.finishOrder().toArray() : fold.finishOrder(),
                fold == null ? columns : columns.times(all),
                Optional.ofNullable(roofline).map(one -> fold == null ? one : one.times(all)),
                options.keeps(SimOptions.Recording.OPS) ? ops(engine, all) : Optional.empty(),
                options.keeps(SimOptions.Recording.COLLECTIVES)
                        ? Optional.of(
                                PhaseColumns.of(() -> fold == null ? engine.recorder : engine.recorder.unfolded()))
                        : Optional.empty(),
                fold == null ? Optional.ofNullable(engine.log) : fold.messages(),
                engine.network.links(),
                peaks.map(one -> fold == null ? one : RankColumns.times(one, all)),
                Optional.ofNullable(stall),
                engine.findings.report());
    }

    /** The ops of all ranks; a folded job may have more than a table can hold. */
    private static Optional<OpColumns> ops(Engine engine, int ranks) {
        long rows = (long) engine.ranks[0].program.size * ranks;
        if (engine.fold != null && rows > Integer.MAX_VALUE) {
            engine.findings.warn(
                    -1,
                    "",
                    "ops are left out",
                    ranks + " ranks of " + engine.ranks[0].program.size + " nodes are more rows than a table holds",
                    "simulate fewer ranks to see them");
            return Optional.empty();
        }
        return Optional.of(new OpColumns(engine.ranks, ranks));
    }

    private static void cut(Engine engine, String stopped) {
        int times = engine.fold == null ? 1 : engine.fold.ranks();
        engine.findings.warn(
                -1,
                "",
                "stopped before the end: " + stopped,
                engine.finishOrder().count() * times + " of " + engine.ranks.length * times + " ranks had finished, "
                        + engine.work.nodesDone() * times + " of " + engine.work.nodes() * times + " nodes",
                "tables hold what was simulated by then; what was running counts to " + engine.queue.now() + " ns");
    }
}
