// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtNames;
import org.etude.sim.program.Groups;
import org.etude.sim.program.RankGroup;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;

/**
 * The network on which a job was recorded: every collective and message takes its recorded time, counted from when all
 * ranks it waited for have reached it. The k-th collective of a type in a group is the same one on every rank, and so
 * is the k-th message of a tag between two ranks. Linear in the transfers.
 */
public final class RecordedTransfers {
    private final Map<RankWorkload, RecordedTransfer.Part[]> parts = new IdentityHashMap<>();
    private final List<RecordedTransfer> transfers = new ArrayList<>();
    private final Groups groups;
    private final TimedTransfers.Run run;
    private final boolean clock;

    /**
     * Matches the transfers of a run.
     *
     * @throws org.etude.spec.SimulationException when a transfer has no recorded time
     */
    public RecordedTransfers(List<RankWorkload> ranks, Groups groups, TimedTransfers.Run run) {
        this.groups = groups;
        this.run = run;
        clock = ranks.stream().allMatch(rank -> offset(rank) != RankProgram.MISSING);
        Map<List<Long>, List<RecordedTransfer>> byKind = new HashMap<>();
        for (RankWorkload rank : ranks) {
            parts.put(rank, join(rank, byKind));
        }
    }

    private RecordedTransfer.Part[] join(RankWorkload rank, Map<List<Long>, List<RecordedTransfer>> byKind) {
        Map<List<Long>, Integer> count = new HashMap<>();
        RecordedTransfer.Part[] own = new RecordedTransfer.Part[rank.program.size];
        for (int node = 0; node < own.length; node++) {
            if (rank.program.type[node].isComm()) {
                List<Long> kind = kind(rank, node);
                List<RecordedTransfer> alike = byKind.computeIfAbsent(kind, k -> new ArrayList<>());
                int number = count.merge(kind, 1, Integer::sum);
                if (number > alike.size()) {
                    alike.add(open());
                }
                own[node] = alike.get(number - 1).join(rank, node, offset(rank));
            }
        }
        return own;
    }

    private RecordedTransfer open() {
        RecordedTransfer transfer = new RecordedTransfer(clock);
        transfers.add(transfer);
        return transfer;
    }

    /**
     * Sender, receiver and tag of a message, group and type of a collective. Lists, because the JVM links the equality of a record
     * with method handles, which takes longer than a small simulation.
     */
    private List<Long> kind(RankWorkload rank, int node) {
        RankProgram program = rank.program;
        long tag = program.attribute(node, EtNames.COMM_TAG, 0);
        return switch (program.type[node]) {
            case COMM_SEND -> List.of((long) rank.rank, program.attribute(node, EtNames.COMM_DST, -1), tag);
            case COMM_RECV -> List.of(program.attribute(node, EtNames.COMM_SRC, -1), (long) rank.rank, tag);
            default -> {
                RankGroup group = groups.of(rank, node);
                long id = group.id();
                yield List.of(id, program.commType[node]);
            }
        };
    }

    /** The offset that converts a rank's times to the common clock, or {@link RankProgram#MISSING}. */
    private static long offset(RankWorkload rank) {
        return rank.program.metadata(EtNames.CLOCK_NS);
    }

    /** A rank reaches a transfer. */
    public void reach(RankWorkload rank, int node) {
        RecordedTransfer.Part part = parts.get(rank)[node];
        part.transfer.reach(part, run.now(), run);
    }

    /** Transfers that some ranks have reached and others have not, for diagnosing a stall. */
    public List<String> waiting() {
        List<String> rows = new ArrayList<>();
        for (RecordedTransfer transfer : transfers) {
            List<String> there = transfer.parts().stream()
                    .filter(RecordedTransfer.Part::isReached)
                    .map(part -> "rank " + part.rank.rank)
                    .toList();
            if (!there.isEmpty() && there.size() < transfer.parts().size()) {
                RecordedTransfer.Part first = transfer.parts().get(0);
                rows.add(first.rank.program.describe(first.node) + " of rank " + first.rank.rank + ": reached by "
                        + there + " only");
            }
        }
        return rows;
    }
}
