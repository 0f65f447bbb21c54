// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.timeline.RankTimeline;
import org.etude.et.timeline.RecordedTimelines;
import org.etude.et.wire.CommGroups;
import org.etude.sim.program.CommStreams;
import org.etude.spec.SimOptions;
import org.etude.trace.activity.Activity;

/**
 * {@link RecordedOps} without execution traces: the same rows, taken directly from the timelines of a recording's
 * ranks.
 */
public final class RecordedNodes implements TimedNodes {
    private final RecordedTimelines timelines;
    private final RankTimeline[] ranks;
    private final short[][] slots;
    private final int[] first;

    private RecordedNodes(RecordedTimelines timelines) {
        this.timelines = timelines;
        ranks = timelines.ranks().toArray(RankTimeline[]::new);
        first = new int[ranks.length + 1];
        slots = new short[ranks.length][];
        for (int rank = 0; rank < ranks.length; rank++) {
            first[rank + 1] = Math.addExact(first[rank], ranks[rank].size());
            slots[rank] = slots(ranks[rank]);
        }
    }

    /** Reads all ranks of a recording. Linear in the nodes. */
    public static RecordedNodes of(RecordedTimelines timelines) {
        return new RecordedNodes(timelines);
    }

    private static short[] slots(RankTimeline rank) {
        CommStreams streams = CommStreams.of(SimOptions.defaults());
        short[] slots = new short[rank.size()];
        for (int node = 0; node < slots.length; node++) {
            EtNodeType type = rank.type(node);
            short slot = streams.ofNode(rank.isHost(node), type, rank.resource(node));
            if (slot < 0) {
                RankTimeline.Transfer transfer = rank.transfer(node);
                boolean onHost = !transfer.backend().isEmpty();
                slot = streams.ofTransfer(type, transfer.group(), onHost, transfer.target());
            }
            slots[node] = slot;
        }
        return slots;
    }

    @Override
    public int size() {
        return first[ranks.length];
    }

    @Override
    public int ranks() {
        return ranks.length;
    }

    @Override
    public int firstOf(int rank) {
        return first[rank];
    }

    @Override
    public int rank(int row) {
        return OpColumns.rank(first, row);
    }

    @Override
    public int numberOf(int rank) {
        return timelines.numbers().get(rank);
    }

    @Override
    public int rankOf(int number) {
        return timelines.numbers().indexOf(number);
    }

    @Override
    public CommGroups groups() {
        return timelines.groups();
    }

    @Override
    public long node(int row) {
        return row - first[rank(row)] + 1L;
    }

    @Override
    public String name(int row) {
        int rank = rank(row);
        return ranks[rank].name(row - first[rank]);
    }

    @Override
    public EtNodeType type(int row) {
        int rank = rank(row);
        return ranks[rank].type(row - first[rank]);
    }

    @Override
    public long issued(int row) {
        int rank = rank(row);
        return ranks[rank].issued(row - first[rank]);
    }

    @Override
    public long ended(int row) {
        int rank = rank(row);
        return ranks[rank].ended()[row - first[rank]];
    }

    @Override
    public String resource(int row) {
        int rank = rank(row);
        int node = row - first[rank];
        return OpColumns.resource(slots[rank][node], ranks[rank].type(node), ranks[rank].isHost(node));
    }

    @Override
    public Activity activity(int row) {
        int rank = rank(row);
        return ranks[rank].activity(row - first[rank]);
    }

    @Override
    public String group(int row) {
        return transfer(row).group();
    }

    @Override
    public long number(int row, String attribute, long otherwise) {
        RankTimeline.Transfer transfer = transfer(row);
        long value =
                switch (attribute) {
                    case EtNames.COMM_SRC -> transfer.source();
                    case EtNames.COMM_DST -> transfer.target();
                    case EtNames.COMM_TAG -> transfer.tag();
                    default -> throw new IllegalArgumentException("timelines do not store " + attribute);
                };
        return value == RankTimeline.Transfer.UNKNOWN ? otherwise : value;
    }

    private RankTimeline.Transfer transfer(int row) {
        int rank = rank(row);
        return ranks[rank].transfer(row - first[rank]);
    }

    @Override
    public long[] ends(int rank) {
        return ranks[rank].ended();
    }

    @Override
    public short[] slots(int rank) {
        return slots[rank];
    }

    @Override
    public int[] lastParents(int rank) {
        return ranks[rank].lastParents();
    }
}
