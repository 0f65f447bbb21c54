// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.Optional;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.network.analytic.ReductionException;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.engine.Engine;
import org.etude.sim.result.ResultBuilder;
import org.etude.sim.result.RunWatch;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimulationException;

/**
 * Simulates one of several equivalent ranks, such as the data-parallel copies of a pipeline stage, for all of them,
 * where the result is provably identical to the last bit. For jobs whose ranks are not all equivalent, which {@link
 * RankZeroRun} rejects.
 */
public final class EquivalenceRun {
    /** How many cycles are tried: others may be free of the ties that the longest ones have. */
    private static final int MOST_TRIES = 4;

    private EquivalenceRun() {}

    /**
     * Runs the reduced job.
     *
     * @param before why rank 0 cannot represent all, which remains the reason if no ranks are equivalent
     */
    public static RankZeroRun.Outcome run(Scenario scenario, String before, RunCheckpoint checkpoint) {
        if (checkpoint.isPast(RunCheckpoint.EQUIVALENT + MOST_TRIES)) {
            return refused(checkpoint.refused());
        }
        EquivalenceSearch search = EquivalenceSearch.in(scenario);
        String reason = before;
        for (int tried = 0; tried < MOST_TRIES; tried++) {
            Optional<EquivalentRanks> equivalent = search.next();
            int attempt = RunCheckpoint.EQUIVALENT + tried;
            String known = reason;
            RankZeroRun.Outcome outcome = equivalent
                    .map(found -> checkpoint.isPast(attempt)
                            ? refused(checkpoint.refused())
                            : run(scenario, found, checkpoint, attempt, known))
                    .orElse(null);
            if (outcome == null || outcome.result().isPresent()) {
                return outcome == null ? refused(reason) : outcome;
            }
            reason = tried == 0 ? outcome.refused() : reason;
        }
        return refused(reason);
    }

    private static RankZeroRun.Outcome run(
            Scenario scenario, EquivalentRanks equivalent, RunCheckpoint checkpoint, int attempt, String before) {
        EquivalenceReduction reduction = new EquivalenceReduction(equivalent);
        try {
            Engine engine = new Engine(scenario, queue -> reduction.network(queue, scenario), reduction);
            reduction.attach(engine);
            checkpoint.built(engine, attempt, before);
            String stopped = new RunWatch(engine, checkpoint).run();
            if (stopped.isEmpty() && engine.finishOrder().count() < engine.simulated.size()) {
                return refused("the run stalls");
            }
            if (engine.findings.report().findings().stream().anyMatch(EquivalenceRun::namesRank)) {
                return refused("findings name the rank they are about");
            }
            note(engine);
            return new RankZeroRun.Outcome(Optional.of(ResultBuilder.build(engine, stopped, null)), "");
        } catch (ReductionException e) {
            return refused(e.getMessage());
        } catch (SimulationException | StallException e) {
            // A run of all ranks names the rank that fails first.
            return refused("the run fails");
        }
    }

    private static RankZeroRun.Outcome refused(String reason) {
        return new RankZeroRun.Outcome(Optional.empty(), reason);
    }

    private static boolean namesRank(Finding finding) {
        return finding.rank() >= 0;
    }

    private static void note(Engine engine) {
        RankZeroRun.note(
                engine.findings,
                engine.scenario.ranks().size(),
                Counted.of(engine.simulated.size(), "rank was", "ranks were") + " simulated for all ",
                "each of the others has the same trace as one of them except for the names of ranks and groups");
    }
}
