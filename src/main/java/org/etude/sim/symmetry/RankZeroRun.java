// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.Optional;
import org.etude.network.analytic.ReductionRefusal;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.engine.Engine;
import org.etude.sim.program.FindingLog;
import org.etude.sim.result.ResultBuilder;
import org.etude.sim.result.RunWatch;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimulationException;

/**
 * Simulates rank 0 for all ranks where that is proven to give the same result to the last bit, and every rank elsewhere. The
 * report says which was done, and why when not.
 */
public final class RankZeroRun {
    /** From this many ranks on the report says whether a run was reduced; smaller ones are over at once either way. */
    private static final int WORTH_SAYING = 64;

    private RankZeroRun() {}

    /** Runs the reduced job; the reason when that is not possible. */
    public static Outcome run(Scenario scenario, RunCheckpoint checkpoint) {
        if (checkpoint.isPast(RunCheckpoint.RANK_ZERO)) {
            return new Outcome(Optional.empty(), checkpoint.refused());
        }
        RankZeroCheck check = RankZeroCheck.of(scenario);
        if (check.reason().isPresent()) {
            return new Outcome(Optional.empty(), check.reason().get());
        }
        RankZeroReduction reduction = new RankZeroReduction(check.group());
        try {
            Engine engine = new Engine(scenario, queue -> reduction.network(queue, scenario), reduction);
            reduction.attach(engine);
            checkpoint.built(engine, RunCheckpoint.RANK_ZERO, "");
            String stopped = new RunWatch(engine, checkpoint).run();
            if (stopped.isEmpty() && engine.finishOrder().count() == 0) {
                return new Outcome(Optional.empty(), "the run stalls");
            }
            note(
                    engine.findings,
                    reduction.ranks(),
                    "rank 0 was simulated for all ",
                    "all have the same trace and the same place in the network");
            return new Outcome(Optional.of(ResultBuilder.build(engine, stopped, null)), "");
        } catch (ReductionRefusal e) {
            return new Outcome(Optional.empty(), e.getMessage());
        } catch (SimulationException e) {
            // Rank by rank it names the rank that meets it first.
            return new Outcome(Optional.empty(), "the run fails");
        }
    }

    /** A result, or why there is none. */
    public record Outcome(Optional<SimulationResult> result, String refused) {}

    /** Reports that some ranks stood for all, and what makes them equal. */
    static void note(FindingLog findings, int ranks, String who, String equal) {
        if (ranks < WORTH_SAYING) {
            return;
        }
        findings.info(
                "reduced by symmetry: " + who + ranks,
                equal + ", and no tie could tell them apart",
                "the result is that of " + ranks + " ranks");
    }

    /** Reports why a run of all ranks was not reduced. */
    public static void refused(FindingLog findings, int ranks, String reason) {
        if (ranks < WORTH_SAYING) {
            return;
        }
        findings.info("not reduced by symmetry: every rank was simulated", reason, "the run takes longer");
    }
}
