package org.etude.sim.collective;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * Numbers that ranks agree on: along each line the first rank to come to a place says one, and those that come there after
 * it take it.
 */
final class LineNumbers {
    /** What was said along one line, and how far each rank has come. */
    private static final class Line {
        private final IntArrayList said = new IntArrayList();
        private final Int2IntOpenHashMap at = new Int2IntOpenHashMap();
    }

    private final Long2ObjectOpenHashMap<Line> lines = new Long2ObjectOpenHashMap<>();

    /** The number at a rank's next place on a line; {@code own} when it is the first there. */
    int next(long line, int rank, int own) {
        Line all = lines.computeIfAbsent(line, key -> new Line());
        int place = all.at.addTo(rank, 1);
        if (place == all.said.size()) {
            all.said.add(own);
        }
        return all.said.getInt(place);
    }
}
