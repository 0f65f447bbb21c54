// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.etude.et.graph.EtTemplate;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.network.analytic.GraphUnawareNetwork;
import org.etude.network.analytic.MessageDelays;
import org.etude.network.analytic.UnawareNetwork;
import org.etude.network.queue.EventQueue;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SystemSpec;

/**
 * Searches for cycles of equivalent ranks. Among the ways to write a rank's number as {@code low + stride * (place +
 * size * high)}, it chooses the longest cycles whose positions the traces and groups do not distinguish. Data-parallel
 * ranks in Megatron-LM's order form such cycles.
 */
final class EquivalenceSearch {
    private final Scenario scenario;
    private final MessageDelays delays;
    private final Map<EtTemplate, Long> prints = new IdentityHashMap<>();
    private final int ranks;
    /** The cycles examined last. */
    private int size;

    private int stride;
    private int row = 2;

    private EquivalenceSearch(Scenario scenario) {
        this.scenario = scenario;
        ranks = scenario.ranks().size();
        boolean reducible = reducible(scenario);
        delays = reducible ? delays(scenario) : null;
        size = reducible ? ranks : 1;
        stride = ranks / Math.max(1, size) + 1;
    }

    /** Starts a search in a scenario; longest cycles first. */
    static EquivalenceSearch in(Scenario scenario) {
        return new EquivalenceSearch(scenario);
    }

    /** The longest cycles; empty when there are none, when the run cannot be reduced, or on an interrupt. */
    static Optional<EquivalentRanks> of(Scenario scenario) {
        return in(scenario).next();
    }

    /** The next valid cycles; empty when there are no more. */
    Optional<EquivalentRanks> next() {
        while (size >= 2) {
            if (row > 2) {
                row--;
            } else {
                stride--;
                row = size;
            }
            if (stride < 1 || ranks % size != 0) {
                size--;
                stride = ranks / Math.max(1, size) + 1;
                row = 2;
            } else if (ranks / size % stride == 0 && size % row == 0) {
                EquivalentRanks equivalent = new EquivalentRanks(ranks, stride, size, row);
                if (new EquivalentTraces(scenario, equivalent, delays, prints).fit()) {
                    return Optional.of(equivalent);
                }
            }
        }
        return Optional.empty();
    }

    /** The message delays; the clock of the formulas is never run. */
    static MessageDelays delays(Scenario scenario) {
        return scenario.topology()
                .physical()
                .<MessageDelays>map(graph -> new GraphUnawareNetwork(new EventQueue(), graph))
                .orElseGet(() -> new UnawareNetwork(
                        new EventQueue(),
                        scenario.topology(),
                        scenario.options().paysEveryDim()));
    }

    private static boolean reducible(Scenario scenario) {
        SimOptions options = scenario.options();
        SystemSpec system = scenario.system();
        SimOptions.Limits limits = options.limits();
        // Links would be shared with ranks that are not simulated; with rendezvous, one event acts on two ranks.
        return options.fidelity() == Fidelity.ANALYTIC
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
