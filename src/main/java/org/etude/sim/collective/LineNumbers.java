// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * Numbers agreed between ranks. Along each line, the first rank to reach a position sets its number; ranks that reach
 * it later adopt it.
 */
final class LineNumbers {
    /** The numbers of one line, and the position of each rank. */
    private static final class Line {
        private final IntArrayList said = new IntArrayList();
        private final Int2IntOpenHashMap at = new Int2IntOpenHashMap();
    }

    private final Long2ObjectOpenHashMap<Line> lines = new Long2ObjectOpenHashMap<>();

    /** The number at a rank's next position on a line; {@code own} if the rank is the first there. */
    int next(long line, int rank, int own) {
        Line all = lines.computeIfAbsent(line, key -> new Line());
        int place = all.at.addTo(rank, 1);
        if (place == all.said.size()) {
            all.said.add(own);
        }
        return all.said.getInt(place);
    }
}
