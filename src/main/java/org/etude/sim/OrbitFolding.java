package org.etude.sim;

import java.util.Optional;
import org.etude.report.Finding;
import org.etude.sim.network.analytic.FoldRefusal;
import org.etude.sim.network.analytic.RankOrbits;

/**
 * Simulates one of several equal ranks, such as the data-parallel copies of a pipeline stage, for all of them where that is
 * proven to give the same result to the last bit. For jobs whose ranks are not all equal, which {@link Folding} refuses.
 */
final class OrbitFolding {
    /** Circles of other ranks may be free of the ties that those with the most places have. */
    private static final int MOST_TRIES = 4;

    private OrbitFolding() {}

    /**
     * Runs folded.
     *
     * @param before why rank 0 cannot stand for all, which stays the reason where no ranks are equal
     */
    static Folding.Outcome run(Scenario scenario, String before) {
        OrbitSearch search = OrbitSearch.in(scenario);
        String reason = before;
        for (int tried = 0; tried < MOST_TRIES; tried++) {
            Optional<RankOrbits> orbits = search.next();
            Folding.Outcome outcome = orbits.map(found -> run(scenario, found)).orElse(null);
            if (outcome == null || outcome.result().isPresent()) {
                return outcome == null ? refused(reason) : outcome;
            }
            reason = tried == 0 ? outcome.refused() : reason;
        }
        return refused(reason);
    }

    private static Folding.Outcome run(Scenario scenario, RankOrbits orbits) {
        OrbitFold fold = new OrbitFold(orbits);
        try {
            Engine engine = new Engine(scenario, queue -> fold.network(queue, scenario), fold);
            engine.begin();
            String stopped = new RunWatch(engine).run();
            if (stopped.isEmpty() && engine.finishOrder().count() < engine.simulated.size()) {
                return refused("the run stalls");
            }
            if (engine.findings.report().findings().stream().anyMatch(OrbitFolding::namesRank)) {
                return refused("findings say which rank they are about");
            }
            note(engine);
            return new Folding.Outcome(Optional.of(ResultBuilder.build(engine, stopped, null)), "");
        } catch (FoldRefusal e) {
            return refused(e.getMessage());
        } catch (SimulationException e) {
            // Rank by rank it names the rank that meets it first.
            return refused("the run fails");
        }
    }

    private static Folding.Outcome refused(String reason) {
        return new Folding.Outcome(Optional.empty(), reason);
    }

    private static boolean namesRank(Finding finding) {
        return finding.rank() >= 0;
    }

    private static void note(Engine engine) {
        Folding.note(
                engine.findings,
                engine.scenario.ranks().size(),
                engine.simulated.size() + " ranks were simulated for all ",
                "each of the others has the same trace as one of them but for names of ranks and groups");
    }
}
