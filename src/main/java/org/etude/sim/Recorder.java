package org.etude.sim;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.sim.collective.CollectiveKind;

/** Keeps a row for each phase of each chunk, when asked to. */
final class Recorder {
    private final boolean on;
    final IntArrayList rank = new IntArrayList();
    final LongArrayList node = new LongArrayList();
    final IntArrayList chunk = new IntArrayList();
    final IntArrayList step = new IntArrayList();
    final IntArrayList dim = new IntArrayList();
    final IntArrayList kind = new IntArrayList();
    final IntArrayList queue = new IntArrayList();
    final LongArrayList bytes = new LongArrayList();
    final LongArrayList entered = new LongArrayList();
    final LongArrayList started = new LongArrayList();
    final LongArrayList ended = new LongArrayList();

    Recorder(boolean on) {
        this.on = on;
    }

    void phase(ChunkStream stream, long nodeId, long now) {
        if (!on) {
            return;
        }
        StreamPhase phase = stream.phase();
        CollectiveKind what = phase.kind();
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
    }
}
