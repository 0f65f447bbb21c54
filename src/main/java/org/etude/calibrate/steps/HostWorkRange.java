// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.SlowedShare;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Recording;
import org.etude.trace.model.TraceSet;

/**
 * Uncertainty of a predicted step due to host work concurrent with transfers. The recording determines the speed of
 * operators that it contains both with and without a transfer. The step is simulated under two bounding assumptions: no
 * operator was slowed, or those of unknown speed were slowed as much as a thread that shares its core. For packet runs
 * these simulations and their baseline are congestion-aware, which is cheap and isolates the effect of host speed.
 */
final class HostWorkRange {
    private static final long MILLION = 1_000_000;

    private HostWorkRange() {}

    /** Changes the speed of nodes. */
    private interface Pace {
        /** The new speed of a node, in parts per million. */
        long of(EtGraph graph, int node, long pace);
    }

    /** The range; empty when no host work is concurrent with transfers, or a run did not finish. */
    static Optional<RangeCause> of(TraceSet traces, SimulationResult result, List<PredictedStep> found) {
        Scenario scenario = result.scenario();
        if (!has(scenario, EtNames.PACE_PPM)) {
            return Optional.empty();
        }
        boolean packets = scenario.isPacketByPacket();
        Fidelity fidelity = packets ? Fidelity.AWARE : scenario.options().fidelity();
        Scenario quick = scenario.options(scenario.options().fidelity(fidelity).record(Recording.OPS));
        double base = packets ? sum(traces, quick) : sum(found);
        double free = sum(traces, paced(quick, (graph, node, pace) -> MILLION));
        double slow = has(scenario, EtNames.SLOWEST_PPM)
                ? sum(traces, paced(quick, (graph, node, pace) -> graph.integer(node, EtNames.SLOWEST_PPM, pace)))
                : base;
        if (!(base > 0 && free > 0 && slow > 0)) {
            return Optional.empty();
        }
        return Optional.of(new RangeCause(
                "host work next to transfers",
                Math.min(0, Math.min(free, slow) / base - 1),
                Math.max(0, Math.max(free, slow) / base - 1),
                why(scenario.ranks())));
    }

    private static boolean has(Scenario scenario, String attribute) {
        return scenario.ranks().stream().anyMatch(graph -> graph.key(attribute) >= 0);
    }

    private static Scenario paced(Scenario scenario, Pace change) {
        return scenario.ranks(scenario.ranks().stream()
                .map(graph -> EtGraphEdit.of(graph)
                        .numbers(EtNames.PACE_PPM, (node, pace) -> change.of(graph, node, pace))
                        .build())
                .toList());
    }

    private static double sum(TraceSet traces, Scenario scenario) {
        SimulationResult run = Simulator.run(scenario);
        return run.complete() ? sum(PredictedSteps.of(traces, run)) : -1;
    }

    private static double sum(List<PredictedStep> steps) {
        return steps.stream().mapToDouble(PredictedStep::simulatedNs).sum();
    }

    private static String why(List<EtGraph> ranks) {
        double host = 0;
        double known = 0;
        double unknown = 0;
        for (EtGraph graph : ranks) {
            for (int node = 0; node < graph.size(); node++) {
                double ns = graph.isCpuOp(node) ? graph.durationNanos(node) : 0;
                double slowed = ns * SlowedShare.of(graph, node);
                host += ns;
                known += graph.has(node, EtNames.SLOWEST_PPM) ? 0 : slowed;
                unknown += graph.has(node, EtNames.SLOWEST_PPM) ? slowed : 0;
            }
        }
        double share = host > 0 ? 100 / host : 0;
        return String.format(
                Locale.ROOT,
                "%.1f %% of the host's work was slowed by transfers, compared with the same work without"
                        + " them; %.1f %% was recorded next to transfers only, so that its own speed is known in part",
                known * share,
                unknown * share);
    }
}
