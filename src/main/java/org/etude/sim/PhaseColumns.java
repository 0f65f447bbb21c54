package org.etude.sim;

/**
 * Each phase of each chunk on each rank in order of its end; times in ns.
 *
 * @param rank the rank
 * @param node id of the collective's node
 * @param chunk number of the chunk within the collective
 * @param step number of the phase within the chunk
 * @param dim dimension, or -1 for a group or custom collective
 * @param kind what was done, as ordinal of {@link org.etude.sim.collective.CollectiveKind}
 * @param queue queue it went through
 * @param bytes the rank's data when it began
 * @param entered when it entered its queue
 * @param started when it began
 * @param ended when it ended
 */
public record PhaseColumns(
        int[] rank,
        long[] node,
        int[] chunk,
        int[] step,
        int[] dim,
        int[] kind,
        int[] queue,
        long[] bytes,
        long[] entered,
        long[] started,
        long[] ended) {

    static PhaseColumns of(Recorder r) {
        return new PhaseColumns(
                r.rank.toIntArray(),
                r.node.toLongArray(),
                r.chunk.toIntArray(),
                r.step.toIntArray(),
                r.dim.toIntArray(),
                r.kind.toIntArray(),
                r.queue.toIntArray(),
                r.bytes.toLongArray(),
                r.entered.toLongArray(),
                r.started.toLongArray(),
                r.ended.toLongArray());
    }

    /** The number of rows. */
    public int size() {
        return rank.length;
    }
}
