// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtFiles;
import org.etude.repair.Repair;
import org.etude.repair.graph.Change;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.pass.EmptyGraph;

/**
 * The last stage.
 *
 * @param silent by phase, ranks whose changes another rank lists
 * @param copies ranks whose trace another rank sends
 */
record FinishedRepair(Map<RepairPhase, Set<Integer>> silent, Set<Integer> copies) implements RepairStep {
    @Override
    public RepairingRank next(RepairingRank rank) {
        RepairingRank done = rank;
        if (rank.graph().size() == 0) {
            ChangeLog log = new ChangeLog();
            EtGraph graph = Repair.runAll(List.of(new EmptyGraph()), rank.graph(), rank.rank(), log);
            done = rank.edited(RepairPhase.EMPTY, graph, log);
        }
        Map<RepairPhase, List<Change>> listed = new EnumMap<>(RepairPhase.class);
        done.changes().forEach((phase, made) -> {
            if (!made.isEmpty() && !silent.getOrDefault(phase, Set.of()).contains(rank.rank())) {
                listed.put(phase, List.copyOf(made));
            }
        });
        byte[] et = copies.contains(rank.rank()) ? new byte[0] : EtFiles.bytes(done.graph());
        return done.answering(new RankResult(et, listed).bytes());
    }
}
