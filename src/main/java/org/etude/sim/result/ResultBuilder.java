// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Arrays;
import java.util.Optional;
import org.etude.sim.engine.Engine;
import org.etude.sim.engine.RankReduction;
import org.etude.sim.memory.LocalMemory;
import org.etude.sim.memory.Roofline;
import org.etude.sim.program.PartnerArrivals;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;

/** Builds the result of a finished engine. */
public final class ResultBuilder {
    private ResultBuilder() {}

    /** Builds the result of an engine that has finished, or that was stopped for the given reason. */
    public static SimulationResult build(Engine engine, String stopped, StallException stall) {
        SimOptions options = engine.scenario.options();
        SystemSpec system = engine.scenario.system();
        int n = engine.ranks.length;
        RankColumns columns = new RankColumns(n);
        RooflineColumns roofline = system.roofline() ? new RooflineColumns(n) : null;
        PartnerArrivals arrivals = new PartnerArrivals(engine.simulated, engine.groups());
        boolean cut = !stopped.isEmpty() && stall == null;
        for (RankWorkload rank : engine.simulated) {
            rank.arrived(arrivals.of(rank));
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
                        "ASTRA-sim issues their successors only when something else ends",
                        "Etude continues the run; ASTRA-sim stops without a result");
            }
        }
        if (cut) {
            cut(engine, stopped);
        }
        Optional<long[]> peaks =
                system.trackLocalMemory() ? LocalMemory.peaks(engine.ranks, engine.findings) : Optional.empty();
        // The reference's tracker throws before a rank can report.
        boolean silent = options.compat() && system.trackLocalMemory() && peaks.isEmpty();
        RankReduction reduction = engine.reduction;
        int[] standIns = reduction == null ? null : reduction.standIns();
        return new SimulationResult(
                engine.scenario,
                stopped.isEmpty() ? engine.lastTick() : engine.queue.now(),
                engine.queue.fired(),
                engine.messages.sentCount() * copies(engine),
                silent ? "memory tracker failed" : stopped,
                silent ? new int[0] : reduction == null ? engine.finishOrder().toArray() : reduction.finishOrder(),
                reduction == null ? columns : columns.spread(standIns),
                Optional.ofNullable(roofline).map(one -> reduction == null ? one : one.spread(standIns)),
                options.keeps(SimOptions.Recording.OPS) ? ops(engine, standIns) : Optional.empty(),
                options.keeps(SimOptions.Recording.COLLECTIVES)
                        ? Optional.of(PhaseColumns.of(
                                () -> PhaseRows.of(reduction == null ? engine.recorder : engine.recorder.expanded())))
                        : Optional.empty(),
                reduction == null ? Optional.ofNullable(engine.log) : reduction.messages(),
                engine.network.links(),
                peaks.map(one -> reduction == null ? one : RankColumns.spread(one, standIns)),
                Optional.ofNullable(stall),
                engine.findings.report());
    }

    /** The ops of all ranks; empty if a job reduced by symmetry has more rows than a table can hold. */
    private static Optional<OpColumns> ops(Engine engine, int[] standIns) {
        long rows = engine.work.nodes() * copies(engine);
        if (engine.reduction != null && rows > Integer.MAX_VALUE) {
            engine.findings.warn(
                    -1,
                    "",
                    "ops are omitted",
                    engine.scenario.ranks().size() + " ranks have " + rows + " nodes, more rows than a table holds",
                    "simulate fewer ranks to see them");
            return Optional.empty();
        }
        return Optional.of(new OpColumns(
                Arrays.stream(engine.ranks).map(RankTimes::of).toArray(RankTimes[]::new), standIns, engine.scenario));
    }

    /** The number of ranks that each simulated rank represents. */
    private static int copies(Engine engine) {
        return engine.reduction == null ? 1 : engine.reduction.ledger().copies();
    }

    private static void cut(Engine engine, String stopped) {
        int times = copies(engine);
        engine.findings.warn(
                -1,
                "",
                "stopped before the end: " + stopped,
                engine.finishOrder().count() * times + " of " + engine.simulated.size() * times
                        + " ranks had finished, " + engine.work.nodesDone() * times + " of "
                        + engine.work.nodes() * times + " nodes",
                "tables hold what was simulated by then; running nodes count up to " + engine.queue.now() + " ns");
    }
}
