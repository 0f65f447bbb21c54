// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.Optional;
import org.etude.network.analytic.ReductionException;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.engine.Engine;
import org.etude.sim.program.FindingLog;
import org.etude.sim.result.ResultBuilder;
import org.etude.sim.result.RunWatch;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimulationException;

/**
 * Simulates rank 0 for all ranks where the result is provably identical to the last bit, and every rank otherwise. The
 * report states which was done, and why if not reduced.
 */
public final class RankZeroRun {
    /** From this many ranks on, the report states whether a run was reduced; smaller runs finish at once either way. */
    private static final int WORTH_SAYING = 64;

    private RankZeroRun() {}

    /** Runs the reduced job; returns the reason if that is not possible. */
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
                    "all have the same trace and the same position in the network");
            return new Outcome(Optional.of(ResultBuilder.build(engine, stopped, null)), "");
        } catch (ReductionException e) {
            return new Outcome(Optional.empty(), e.getMessage());
        } catch (SimulationException | StallException e) {
            // A run of all ranks names the rank that fails first.
            return new Outcome(Optional.empty(), "the run fails");
        }
    }

    /** A result, or the reason for not having one. */
    public record Outcome(Optional<SimulationResult> result, String refused) {}

    /** Reports that some ranks represented all, and why they are equivalent. */
    static void note(FindingLog findings, int ranks, String who, String equal) {
        if (ranks < WORTH_SAYING) {
            return;
        }
        findings.info(
                "reduced by symmetry: " + who + ranks,
                equal + ", and no tie distinguishes them",
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
