// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.trace.model.Tally;

/** Pairs events that begin ({@code B}) with those that end ({@code E}) by thread, time and name. */
final class BeginEnd {
    /** In file order, the row of a range that began, or the complement of the index of an end. */
    private final IntArrayList marks = new IntArrayList();

    private final IntArrayList endLanes = new IntArrayList();
    private final LongArrayList endTimes = new LongArrayList();
    private final IntArrayList endNames = new IntArrayList();

    /** A range began: its row in the columns. */
    void begin(int row) {
        marks.add(row);
    }

    /** A range ended; {@code name} is -1 when the end does not say which. */
    void end(int lane, long time, int name) {
        marks.add(~endLanes.size());
        endLanes.add(lane);
        endTimes.add(time);
        endNames.add(name);
    }

    /** Sets the durations of the ranges; those without an end are dropped, and counted with the ends left over. */
    void pair(EventColumns columns, Tally unpaired) {
        if (marks.isEmpty()) {
            return;
        }
        boolean[] keep = new boolean[columns.size()];
        Arrays.fill(keep, true);
        IntArrayList open = new IntArrayList();
        int lane = -1;
        for (int mark : inOrder(columns)) {
            int here = lane(columns, mark);
            if (here != lane) {
                dropOpen(open, keep, unpaired);
                lane = here;
            }
            if (mark >= 0) {
                open.add(mark);
            } else {
                close(columns, open, ~mark, unpaired);
            }
        }
        dropOpen(open, keep, unpaired);
        columns.keepOnly(keep);
    }

    private void close(EventColumns columns, IntArrayList open, int end, Tally unpaired) {
        int name = endNames.getInt(end);
        int at = open.size() - 1;
        while (at >= 0 && name >= 0 && columns.name.getInt(open.getInt(at)) != name) {
            at--;
        }
        if (at < 0) {
            unpaired.at(-1);
            return;
        }
        int row = open.removeInt(at);
        if (!columns.isFlagged(row)) {
            columns.duration.set(row, endTimes.getLong(end) - columns.start.getLong(row));
        }
    }

    private static void dropOpen(IntArrayList open, boolean[] keep, Tally unpaired) {
        for (int row : open) {
            keep[row] = false;
            unpaired.at(-1);
        }
        open.clear();
    }

    private int lane(EventColumns columns, int mark) {
        return mark >= 0 ? columns.lane.getInt(mark) : endLanes.getInt(~mark);
    }

    private long time(EventColumns columns, int mark) {
        return mark >= 0 ? columns.start.getLong(mark) : endTimes.getLong(~mark);
    }

    /** Begins and ends by thread and time, in file order at equal times. */
    private int[] inOrder(EventColumns columns) {
        int[] order = marks.toIntArray();
        IntArrays.mergeSort(order, (a, b) -> {
            int byLane = Integer.compare(lane(columns, a), lane(columns, b));
            return byLane != 0 ? byLane : Long.compare(time(columns, a), time(columns, b));
        });
        return order;
    }
}
