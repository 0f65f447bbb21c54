// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.network.analytic.TieLedger;
import org.etude.sim.collective.StreamPhase;
import org.etude.spec.CollectiveType;

/** Records one row per phase of each chunk, if enabled. */
public final class Recorder {
    private final boolean on;
    /** In a run reduced by symmetry, the order of ranks; else null. */
    private final TieLedger ledger;
    /** In a run reduced by symmetry, the block and order of each row. */
    final IntArrayList block = new IntArrayList();

    final LongArrayList order = new LongArrayList();
    public final IntArrayList rank = new IntArrayList();
    public final LongArrayList node = new LongArrayList();
    public final IntArrayList chunk = new IntArrayList();
    public final IntArrayList step = new IntArrayList();
    public final IntArrayList dim = new IntArrayList();
    public final IntArrayList kind = new IntArrayList();
    public final IntArrayList queue = new IntArrayList();
    public final LongArrayList bytes = new LongArrayList();
    public final LongArrayList entered = new LongArrayList();
    public final LongArrayList started = new LongArrayList();
    public final LongArrayList ended = new LongArrayList();

    Recorder(boolean on, TieLedger ledger) {
        this.ledger = ledger;
        this.on = on;
    }

    void phase(ChunkStream stream, long nodeId, long now) {
        if (!on) {
            return;
        }
        StreamPhase phase = stream.phase();
        CollectiveType what = phase.kind();
        rank.add(stream.dataset.rank);
        node.add(nodeId);
        chunk.add(stream.chunk);
        step.add(stream.step);
        dim.add(phase.dim());
        kind.add(what == null ? -1 : what.ordinal());
        queue.add(phase.queue());
        bytes.add(phase.bytes());
        entered.add(stream.enteredAt);
        started.add(stream.startedAt);
        ended.add(now);
        if (ledger != null) {
            block.add(ledger.block());
            order.add(ledger.order());
        }
    }

    /** The rows of all ranks after a run reduced by symmetry: the rows of one block for each rank, rank by rank. */
    public Recorder expanded() {
        Recorder all = new Recorder(true, null);
        int from = 0;
        while (from < rank.size()) {
            int to = from;
            while (to < rank.size() && block.getInt(to) == block.getInt(from)) {
                to++;
            }
            int first = from;
            ledger.expand(
                    Arrays.copyOfRange(rank.elements(), from, to),
                    Arrays.copyOfRange(order.elements(), from, to),
                    (row, as) -> all.copy(this, first + row, as));
            from = to;
        }
        return all;
    }

    private void copy(Recorder from, int row, int as) {
        rank.add(as);
        node.add(from.node.getLong(row));
        chunk.add(from.chunk.getInt(row));
        step.add(from.step.getInt(row));
        dim.add(from.dim.getInt(row));
        kind.add(from.kind.getInt(row));
        queue.add(from.queue.getInt(row));
        bytes.add(from.bytes.getLong(row));
        entered.add(from.entered.getLong(row));
        started.add(from.started.getLong(row));
        ended.add(from.ended.getLong(row));
    }

    /** Trims the columns' arrays to the number of rows. */
    public void trim() {
        rank.trim();
        node.trim();
        chunk.trim();
        step.trim();
        dim.trim();
        kind.trim();
        queue.trim();
        bytes.trim();
        entered.trim();
        started.trim();
        ended.trim();
    }
}
