// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtLikeness;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.EtTemplate;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.network.analytic.MessageDelays;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.network.RemoteMemorySpec;

/**
 * Whether rotating the ranks' cycles changes nothing but names: every rank's trace is that of the rank at position 0,
 * with each peer and each group shifted by as many positions.
 */
final class EquivalentTraces {
    private static final Set<String> NAMES = Set.of(EtNames.PG_NAME, EtNames.COMM_SRC, EtNames.COMM_DST);

    private final Scenario scenario;
    private final EquivalentRanks equivalent;
    private final EquivalentGroups groups;
    /** A fingerprint per template of what is common to equivalent traces; shared by all cycles that are tried. */
    private final Map<EtTemplate, Long> prints;

    EquivalentTraces(
            Scenario scenario, EquivalentRanks equivalent, MessageDelays delays, Map<EtTemplate, Long> prints) {
        this.scenario = scenario;
        this.equivalent = equivalent;
        this.prints = prints;
        groups = new EquivalentGroups(scenario, equivalent, delays);
    }

    /** Returns false once the thread is interrupted. */
    boolean fit() {
        if (!mayFit()) {
            return false;
        }
        for (int rank = 0; rank < equivalent.ranks(); rank++) {
            if (equivalent.place(rank) == 0 && !(copied(rank) && simulates(rank))) {
                return false;
            }
        }
        return true;
    }

    /** Rejects most unsuitable cycles without repeated node-by-node comparisons. */
    private boolean mayFit() {
        for (int rank = 0; rank < equivalent.ranks(); rank++) {
            if (Thread.currentThread().isInterrupted() || print(rank) != print(equivalent.receiver(rank))) {
                return false;
            }
        }
        return true;
    }

    private long print(int rank) {
        EtGraph trace = scenario.ranks().get(rank);
        return prints.computeIfAbsent(trace.template(), template -> EtLikeness.print(trace, NAMES));
    }

    private boolean copied(int rank) {
        EtGraph graph = scenario.ranks().get(rank);
        for (int by = 1; by < equivalent.size(); by++) {
            int places = by;
            EtGraph other = scenario.ranks().get(equivalent.moved(rank, by));
            if (Thread.currentThread().isInterrupted()
                    || !EtLikeness.alike(graph, other, NAMES, (node, name, here, there) -> {
                        EtNodeType type = graph.type(node);
                        if (name.equals(EtNames.PG_NAME)) {
                            return type != EtNodeType.COMM_COLL || groups.moves(here, there, places);
                        }
                        return type.isMessage() ? peerMoves(here, there, places) : Objects.equals(here, there);
                    })) {
                return false;
            }
        }
        return true;
    }

    private boolean peerMoves(Object here, Object there, int places) {
        return here instanceof Long from
                && there instanceof Long to
                && from >= 0
                && from < equivalent.ranks()
                && equivalent.moved(from.intValue(), places) == to;
    }

    /** Whether all operations of a simulated rank can be shifted. */
    private boolean simulates(int rank) {
        EtGraph graph = scenario.ranks().get(rank);
        StreamTags tags = new StreamTags(scenario);
        IntSet used = new IntOpenHashSet();
        for (int node = 0; node < graph.size(); node++) {
            switch (graph.type(node)) {
                case METADATA -> {
                    // It may define groups for this rank alone.
                    return false;
                }
                case MEM_LOAD, MEM_STORE -> {
                    RemoteMemorySpec.Kind kind = scenario.memory().kind();
                    if (kind == RemoteMemorySpec.Kind.MEMORY_POOL
                            || kind == RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION) {
                        return false;
                    }
                }
                case COMM_SEND -> {
                    int to = (int) graph.integer(node, EtNames.COMM_DST, rank);
                    if (equivalent.place(to) != 0 || !groups.alike(rank, to)) {
                        return false;
                    }
                    tags.message(graph.integer(node, EtNames.COMM_TAG, 0));
                }
                case COMM_RECV -> tags.message(graph.integer(node, EtNames.COMM_TAG, 0));
                case COMM_COLL -> {
                    int group = groups.number(graph.string(node, EtNames.PG_NAME, ""));
                    CollectiveType type = CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1));
                    boolean silent = type == null || type == CollectiveType.BROADCAST;
                    if (graph.has(node, EtNames.PART_BYTES)
                            || !groups.turns(group, silent ? null : type.substitute())) {
                        return false;
                    }
                    tags.collective();
                    used.add(group);
                }
                default -> {
                    // It affects no other rank.
                }
            }
        }
        return tags.apart(groups.used(used));
    }
}
