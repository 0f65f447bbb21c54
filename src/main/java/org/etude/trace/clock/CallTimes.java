// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Starts and ends in ns of one rank's calls of one kind, by start. */
final class CallTimes {
    private final LongArrayList starts = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();

    void add(long start, long end) {
        starts.add(start);
        ends.add(end);
    }

    int size() {
        return starts.size();
    }

    /**
     * States that each of these calls began before the same call of another rank ended. If one side has fewer calls than
     * the other, it is not known which ones are missing, so each start is compared with the latest end that it can have.
     *
     * @param clock the clock of these calls
     * @param shift added to their times first, in ns
     */
    void beginBeforeTheEndsOf(CallTimes other, int clock, long shift, int otherClock, long otherShift, ClockBounds to) {
        int missing = Math.max(0, other.size() - size());
        long latest = Long.MIN_VALUE;
        for (int k = 0; k < other.size(); k++) {
            boolean whole = other.size() == size();
            latest = whole ? other.ends.getLong(k) : Math.max(latest, other.ends.getLong(k));
            if (k >= missing && k - missing < size()) {
                to.before(clock, starts.getLong(k - missing) + shift, otherClock, latest + otherShift);
            }
        }
    }
}
