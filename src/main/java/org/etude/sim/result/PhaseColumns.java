package org.etude.sim.result;

import java.util.function.Supplier;
import org.etude.sim.engine.Recorder;

/**
 * Each phase of each chunk on each rank in order of its end; times in ns. after a run reduced by symmetry the rows of all ranks are made
 * when they are first asked for.
 */
public final class PhaseColumns {
    private final Supplier<Recorder> source;
    private Recorder rows;

    private PhaseColumns(Supplier<Recorder> source) {
        this.source = source;
    }

    static PhaseColumns of(Supplier<Recorder> source) {
        return new PhaseColumns(source);
    }

    private synchronized Recorder rows() {
        if (rows == null) {
            rows = source.get();
            rows.trim();
        }
        return rows;
    }

    /** The number of rows. */
    public int size() {
        return rows().rank.size();
    }

    /** The rank. */
    public int[] rank() {
        return rows().rank.elements();
    }

    /** Id of the collective's node. */
    public long[] node() {
        return rows().node.elements();
    }

    /** Number of the chunk within the collective. */
    public int[] chunk() {
        return rows().chunk.elements();
    }

    /** Number of the phase within the chunk. */
    public int[] step() {
        return rows().step.elements();
    }

    /** Dimension, or -1 for a group or custom collective. */
    public int[] dim() {
        return rows().dim.elements();
    }

    /** What was done, as ordinal of {@link org.etude.spec.CollectiveType}, or -1. */
    public int[] kind() {
        return rows().kind.elements();
    }

    /** Queue it went through. */
    public int[] queue() {
        return rows().queue.elements();
    }

    /** The rank's data when it began. */
    public long[] bytes() {
        return rows().bytes.elements();
    }

    /** When it entered its queue. */
    public long[] entered() {
        return rows().entered.elements();
    }

    /** When it began. */
    public long[] started() {
        return rows().started.elements();
    }

    /** When it ended. */
    public long[] ended() {
        return rows().ended.elements();
    }
}
