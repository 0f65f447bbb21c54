// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.StagedEts;
import org.etude.repair.Repair;
import org.etude.repair.graph.Change;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.pass.EmptyGraph;

/**
 * The last stage.
 *
 * @param silent by phase, ranks whose changes another rank lists
 * @param copies ranks whose trace another rank sends
 * @param prefix of the files' names
 * @param staging where to write the traces, if they are not all sent
 */
record FinishedRepair(Map<RepairPhase, Set<Integer>> silent, Set<Integer> copies, String prefix, Optional<Path> staging)
        implements RepairStep {
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
        return done.answering(result(rank.rank(), done.graph(), listed).bytes());
    }

    private RankResult result(int rank, EtGraph graph, Map<RepairPhase, List<Change>> listed) {
        if (copies.contains(rank)) {
            return new RankResult(-1, new byte[0], listed, List.of());
        }
        long written = staging.map(directory -> StagedEts.put(directory, prefix, rank, graph))
                .orElse(-1L);
        List<KindSums> sums = staging.isPresent() ? KindSums.of(graph) : List.of();
        return new RankResult(written, written < 0 ? EtFiles.bytes(graph) : new byte[0], listed, sums);
    }
}
