package org.etude.sim;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.etude.et.EtGraph;
import org.etude.sim.SimOptions.Recording;
import org.etude.sim.network.EventQueue;
import org.etude.sim.network.analytic.GraphUnawareNetwork;
import org.etude.sim.network.analytic.MessageWays;
import org.etude.sim.network.analytic.RankOrbits;
import org.etude.sim.network.analytic.UnawareNetwork;

/**
 * Looks for circles of equal ranks: of the ways in which a rank's number can be written as {@code low + stride * (place +
 * size * high)}, the one with the most places that the traces and groups do not tell apart. Data-parallel ranks of
 * Megatron-LM's order are such places.
 */
final class OrbitSearch {
    private OrbitSearch() {}

    /** The circles; empty when there are none, when the run is one that cannot be folded, or on an interrupt. */
    static Optional<RankOrbits> of(Scenario scenario) {
        if (!foldable(scenario)) {
            return Optional.empty();
        }
        int ranks = scenario.ranks().size();
        MessageWays ways = ways(scenario);
        Map<EtGraph, Long> prints = new IdentityHashMap<>();
        for (int size = ranks; size >= 2; size--) {
            for (int stride = ranks / size; stride >= 1 && ranks % size == 0; stride--) {
                RankOrbits orbits = ranks / size % stride == 0 ? new RankOrbits(ranks, stride, size) : null;
                if (orbits != null && new OrbitTraces(scenario, orbits, ways, prints).fit()) {
                    return Optional.of(orbits);
                }
            }
        }
        return Optional.empty();
    }

    /** How long messages take; the formulas' own clock is never run. */
    static MessageWays ways(Scenario scenario) {
        return scenario.topology()
                .physical()
                .<MessageWays>map(graph -> new GraphUnawareNetwork(new EventQueue(), graph))
                .orElseGet(() -> new UnawareNetwork(
                        new EventQueue(),
                        scenario.topology(),
                        scenario.options().everyDim()));
    }

    private static boolean foldable(Scenario scenario) {
        SimOptions options = scenario.options();
        SystemSpec system = scenario.system();
        SimOptions.Limits limits = options.limits();
        // Links would be shared by ranks that are not simulated; by rendezvous one event acts on two ranks.
        return options.fidelity() == Fidelity.UNAWARE
                && !options.rendezvous()
                && !options.keeps(Recording.MESSAGES)
                && limits.simulatedNs() == 0
                && limits.events() == 0
                && system.bus() == null
                && !system.replayOnly()
                && !system.trackLocalMemory()
                && !system.inter().themis()
                && system.custom().isEmpty()
                && system.customByNode().isEmpty();
    }
}
