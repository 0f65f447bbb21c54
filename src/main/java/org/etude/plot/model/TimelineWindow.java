// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.Set;
import org.etude.spec.EventFilter;

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

    /**
     * The window that a filter selects.
     *
     * @throws PlotException when it selects by stream or name, which a timeline does not have
     */
    public static TimelineWindow of(EventFilter filter) {
        if (!filter.streams().isEmpty() || !filter.name().isEmpty()) {
            throw new PlotException(
                    "a timeline has a lane for each kind of work, so no stream or name can be selected in it",
                    "Select by from, to and ranks; or draw a part of a recording: Plots.timeline(traces.filter(...)).");
        }
        return new TimelineWindow(
                filter.from() == null ? Double.NEGATIVE_INFINITY : filter.from().picoseconds() / PS_PER_US,
                filter.to() == null ? Double.POSITIVE_INFINITY : filter.to().picoseconds() / PS_PER_US,
                Set.copyOf(filter.ranks()));
    }
}
