// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.etude.analysis.CriticalPath.Part;
import org.etude.sim.result.TimedNodes;

/**
 * The parts of a path in columns, because the path of a large recording has millions. They are added from the last to
 * the first and read from the first to the last. They are contiguous, so each ends where the next starts. About 13
 * bytes per part.
 */
final class PathParts extends AbstractList<Part> implements RandomAccess {
    private final TimedNodes nodes;
    private final IntArrayList rows;
    /** For each part, where the following part starts; then where the last added part starts. */
    private final LongArrayList bounds;
    /** For each part, the index in {@link #reasons} of what preceded it. */
    private final ByteArrayList after;

    private final List<String> reasons = new ArrayList<>();

    /** Creates an empty path through some nodes. */
    PathParts(TimedNodes nodes) {
        this.nodes = nodes;
        int room = nodes.size() / Math.max(1, nodes.ranks());
        rows = new IntArrayList(room);
        bounds = new LongArrayList(room + 1);
        after = new ByteArrayList(room);
    }

    /** Adds the part before all parts so far, ending at the start of the one added last. */
    void addBefore(int row, long startNs, long endNs, String reason) {
        if (bounds.isEmpty()) {
            bounds.add(endNs);
        } else if (bounds.getLong(bounds.size() - 1) != endNs) {
            throw new IllegalStateException("a part that ends at " + endNs + " ns comes before one that begins at "
                    + bounds.getLong(bounds.size() - 1) + " ns");
        }
        rows.add(row);
        bounds.add(startNs);
        int at = reasons.indexOf(reason);
        if (at < 0) {
            at = reasons.size();
            reasons.add(reason);
        }
        after.add((byte) at);
    }

    @Override
    public Part get(int index) {
        int at = rows.size() - 1 - index;
        int row = rows.getInt(at);
        return new Part(
                row, nodes.rank(row), bounds.getLong(at + 1), bounds.getLong(at), reasons.get(after.getByte(at)));
    }

    @Override
    public int size() {
        return rows.size();
    }
}
