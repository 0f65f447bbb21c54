// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.etude.unit.Time;

/**
 * The part of a timeline that is shown.
 *
 * @param fromUs from when on, in us
 * @param toUs until when, in us
 * @param ranks which ranks; empty for all
 */
public record TimelineWindow(double fromUs, double toUs, Set<Integer> ranks) {
    private static final double PS_PER_US = 1e6;

    /** Copies; refuses a window that shows nothing. */
    public TimelineWindow {
        ranks = Set.copyOf(ranks);
        if (!(fromUs < toUs)) {
            throw new PlotException(
                    "a timeline from " + fromUs + " us to " + toUs + " us shows nothing",
                    "Give an end after the start.");
        }
    }

    /** Everything. */
    public static TimelineWindow all() {
        return new TimelineWindow(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Set.of());
    }

    /** The same from a time on. */
    public TimelineWindow from(Time start) {
        return new TimelineWindow(start.picoseconds() / PS_PER_US, toUs, ranks);
    }

    /** The same until a time. */
    public TimelineWindow to(Time end) {
        return new TimelineWindow(fromUs, end.picoseconds() / PS_PER_US, ranks);
    }

    /** The same for some ranks only. */
    public TimelineWindow ranks(int... some) {
        Set<Integer> set = new TreeSet<>();
        Arrays.stream(some).forEach(set::add);
        return new TimelineWindow(fromUs, toUs, set);
    }
}
