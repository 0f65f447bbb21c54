// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.function.Supplier;
import org.etude.store.Saved;
import org.etude.store.Storable;

/**
 * Each phase of each chunk on each rank, in order of its end; times in ns. After a run reduced by symmetry, the rows of
 * all ranks are created on first use.
 */
public final class PhaseColumns implements Storable {
    private final Supplier<PhaseRows> source;
    private PhaseRows rows;

    private PhaseColumns(Supplier<PhaseRows> source) {
        this.source = source;
    }

    static PhaseColumns of(Supplier<PhaseRows> source) {
        return new PhaseColumns(source);
    }

    private synchronized PhaseRows rows() {
        if (rows == null) {
            rows = source.get();
        }
        return rows;
    }

    /** The number of rows. */
    public int size() {
        return rows().rank().length;
    }

    /** The rank. */
    public int[] rank() {
        return rows().rank();
    }

    /** The id of the collective's node. */
    public long[] node() {
        return rows().node();
    }

    /** The number of the chunk within the collective. */
    public int[] chunk() {
        return rows().chunk();
    }

    /** The number of the phase within the chunk. */
    public int[] step() {
        return rows().step();
    }

    /** The dimension, or -1 for a group or custom collective. */
    public int[] dim() {
        return rows().dim();
    }

    /** The collective performed, as ordinal of {@link org.etude.spec.CollectiveType}, or -1. */
    public int[] kind() {
        return rows().kind();
    }

    /** The queue it used. */
    public int[] queue() {
        return rows().queue();
    }

    /** The rank's data in bytes at the start. */
    public long[] bytes() {
        return rows().bytes();
    }

    /** When it entered its queue. */
    public long[] entered() {
        return rows().entered();
    }

    /** When it started. */
    public long[] started() {
        return rows().started();
    }

    /** When it ended. */
    public long[] ended() {
        return rows().ended();
    }

    @Override
    public Saved saved() {
        return rows();
    }
}
