// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Time;

/**
 * The part of a timeline that is shown.
 *
 * @param fromUs start, in us
 * @param toUs end, in us
 * @param ranks the ranks shown; empty for all
 */
public record TimelineWindow(double fromUs, double toUs, Set<Integer> ranks) {
    private static final double PS_PER_US = 1e6;

    /** Copies the set; rejects an empty window. */
    @Internal
    public TimelineWindow {
        ranks = Set.copyOf(ranks);
        if (!(fromUs < toUs)) {
            throw new PlotException(
                    "a timeline from " + fromUs + " us to " + toUs + " us is empty", "Give an end after the start.");
        }
    }

    /** The whole timeline. */
    public static TimelineWindow all() {
        return new TimelineWindow(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Set.of());
    }

    /** This window from a time on. */
    public TimelineWindow from(Time start) {
        return new TimelineWindow(Given.value(start, "the start").picoseconds() / PS_PER_US, toUs, ranks);
    }

    /** This window until a time. */
    public TimelineWindow to(Time end) {
        return new TimelineWindow(fromUs, Given.value(end, "the end").picoseconds() / PS_PER_US, ranks);
    }

    /** This window for some ranks only. */
    public TimelineWindow ranks(int... some) {
        Set<Integer> set = new TreeSet<>();
        Arrays.stream(Given.value(some, "the ranks")).forEach(set::add);
        return new TimelineWindow(fromUs, toUs, set);
    }
}
