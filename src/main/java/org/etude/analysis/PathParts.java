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
 * The parts of a path in columns, as a path of a large recording has millions: added from the last to the first, read from the first
 * to the last. About 21 bytes per part.
 */
final class PathParts extends AbstractList<Part> implements RandomAccess {
    private final TimedNodes nodes;
    private final IntArrayList rows = new IntArrayList();
    private final LongArrayList starts = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    /** By part the place of what came before it in {@link #reasons}. */
    private final ByteArrayList after = new ByteArrayList();

    private final List<String> reasons = new ArrayList<>();

    /** An empty path through some nodes. */
    PathParts(TimedNodes nodes) {
        this.nodes = nodes;
    }

    /** Adds what comes before all parts so far. */
    void addBefore(int row, long startNs, long endNs, String reason) {
        rows.add(row);
        starts.add(startNs);
        ends.add(endNs);
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
        return new Part(row, nodes.rank(row), starts.getLong(at), ends.getLong(at), reasons.get(after.getByte(at)));
    }

    @Override
    public int size() {
        return rows.size();
    }
}
