// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.etude.cluster.ExchangingStage;
import org.etude.cluster.RemoteShare;
import org.etude.et.graph.EtGraph;
import org.etude.repair.graph.Change;

/**
 * A rank's trace during its repair.
 *
 * @param rank the rank
 * @param graph its trace as far as it is repaired
 * @param changes the changes so far
 * @param pending changes that wait for other ranks' nodes
 * @param answer the answer of the last stage
 */
record RepairingRank(
        int rank, EtGraph graph, Map<RepairPhase, List<Change>> changes, PendingPlans pending, byte[] answer)
        implements ExchangingStage {

    /** A rank whose trace was just read. */
    static RepairingRank of(int rank, EtGraph graph) {
        return new RepairingRank(rank, graph, Map.of(), PendingPlans.NONE, new byte[0]);
    }

    /** The rank after one phase. */
    RepairingRank edited(RepairPhase phase, EtGraph next, List<Change> made) {
        Map<RepairPhase, List<Change>> all = new EnumMap<>(RepairPhase.class);
        all.putAll(changes);
        all.put(phase, made);
        return new RepairingRank(rank, next, Collections.unmodifiableMap(all), PendingPlans.NONE, answer);
    }

    /** The rank with plans that cannot be applied yet, or nodes that others wait for. */
    RepairingRank waiting(PendingPlans plans) {
        return new RepairingRank(rank, graph, changes, plans, answer);
    }

    RepairingRank answering(byte[] next) {
        return new RepairingRank(rank, graph, changes, pending, next);
    }

    /** Whether it has messages. */
    boolean hasMessages() {
        return graph.template().hasMessages();
    }

    @Override
    public RepairingRank next(RemoteShare shared) {
        return ((RepairStep) shared.open(RepairView::of).step()).next(this);
    }

    @Override
    public Map<String, byte[]> parcels(RemoteShare shared) {
        return ((RepairExchange) shared.open(RepairView::of).step()).parcels(this);
    }

    @Override
    public RepairingRank received(RemoteShare shared, SortedMap<String, byte[]> replies) {
        return ((RepairExchange) shared.open(RepairView::of).step()).received(this, replies);
    }
}
