// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.network.analytic.HostGroup;
import org.etude.number.Digits;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;

/**
 * Checks before a run whether one rank can represent all: the same trace on every rank, nothing in it that names or
 * favours a rank, and a group of symmetries that preserves every collective and every network cost. Whether ties
 * resolve equally on every rank is proven during the run.
 */
final class RankZeroCheck {
    private final Scenario scenario;
    private final SimOptions options;
    private final LogicalTopology topology;
    private final Set<CollectiveType> used = EnumSet.noneOf(CollectiveType.class);
    private String reason;
    private boolean[] exchanging;
    private boolean[] turning;

    private RankZeroCheck(Scenario scenario) {
        this.scenario = scenario;
        this.options = scenario.options();
        this.topology = scenario.topology();
    }

    /** The reason against it, or empty; then {@link #group} has the symmetries. */
    static RankZeroCheck of(Scenario scenario) {
        RankZeroCheck check = new RankZeroCheck(scenario);
        check.settings();
        if (check.reason == null) {
            check.trace();
        }
        if (check.reason == null) {
            check.symmetries();
        }
        return check;
    }

    Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    HostGroup group() {
        return new HostGroup(topology, exchanging);
    }

    private void settings() {
        SimOptions.Limits limits = options.limits();
        if (topology.physical().isPresent()) {
            reason = "a network given as a graph may look different from each rank";
        } else if (options.rendezvous()) {
            reason = "with rendezvous one event acts on two ranks";
        } else if (limits.simulatedNs() > 0 || limits.events() > 0) {
            reason = "a limit of simulated time or of events stops a run between its ranks";
        } else if (scenario.system().inter().themis()) {
            reason = "Themis lets the first rank that asks decide for all";
        }
        EtGraph first = scenario.ranks().get(0);
        for (EtGraph rank : scenario.ranks()) {
            if (rank != first) {
                reason = "ranks have different execution traces";
                return;
            }
        }
    }

    private void trace() {
        EtGraph graph = scenario.ranks().get(0);
        if (scenario.system().replayOnly()) {
            return;
        }
        for (int at = 0; at < graph.size() && reason == null; at++) {
            EtNodeType type = graph.type(at);
            if (type.isMessage()) {
                reason = "the trace has messages between two ranks";
            } else if (type == EtNodeType.COMM_COLL) {
                collective(graph, at);
            } else if (type == EtNodeType.MEM_LOAD || type == EtNodeType.MEM_STORE) {
                RemoteMemorySpec.Kind kind = scenario.memory().kind();
                reason = kind == RemoteMemorySpec.Kind.MEMORY_POOL
                                || kind == RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION
                        ? "ranks share remote memory"
                        : null;
            }
        }
    }

    private void collective(EtGraph graph, int at) {
        String group = graph.string(at, EtNames.PG_NAME, "");
        if (!group.isEmpty() && !group.equals("0") && !whole(group)) {
            reason = "a collective has a communicator group smaller than the job";
        }
        if (graph.has(at, EtNames.PART_BYTES)) {
            reason = "ranks of an all-to-all receive different amounts";
        }
        CollectiveType type = CollectiveType.ofNumber(graph.integer(at, EtNames.COMM_TYPE, -1));
        CollectiveType kind = type == null || type == CollectiveType.BROADCAST ? null : type.substitute();
        if (kind != null) {
            used.add(kind);
            if (scenario.system().custom().containsKey(kind)
                    || scenario.system().customByNode().containsKey(graph.id(at))) {
                reason = "a collective has its own implementation";
            }
        }
    }

    private boolean whole(String group) {
        List<Integer> members = scenario.groups().groups().get(Digits.toInt(group));
        return members != null && members.size() == scenario.ranks().size();
    }

    private void symmetries() {
        exchanging = new boolean[topology.size()];
        turning = new boolean[topology.size()];
        for (CollectiveType kind : used) {
            List<AlgorithmSpec> algorithms = scenario.system().algorithms(kind, topology.size());
            for (int d = 0; d < Math.min(algorithms.size(), topology.size()); d++) {
                algorithm(algorithms.get(d), d);
            }
        }
        for (int d = 0; d < topology.size() && reason == null; d++) {
            boolean ring = topology.dims().get(d).kind() == DimKind.RING;
            if (exchanging[d] && turning[d]) {
                reason = "dimension " + d + " is used both by rings and by halving-doubling";
            } else if (exchanging[d] && Integer.bitCount(topology.dims().get(d).npus()) != 1) {
                reason = "halving-doubling over a number of ranks that is not a power of two";
            } else if (exchanging[d] && ring && options.fidelity() == Fidelity.AWARE) {
                reason = "halving-doubling loads the links of a ring unequally";
            }
        }
    }

    private void algorithm(AlgorithmSpec spec, int dim) {
        if (spec.kind() == AlgorithmSpec.Kind.DOUBLE_BINARY_TREE) {
            reason = "ranks of a double binary tree have different roles";
        } else if (spec.flat() && topology.size() > 1) {
            reason = spec.wireName() + " runs over all dimensions at once";
        } else if (spec.kind() == AlgorithmSpec.Kind.HALVING_DOUBLING) {
            exchanging[dim] = true;
        } else {
            turning[dim] = true;
        }
    }
}
