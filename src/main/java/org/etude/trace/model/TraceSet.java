// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.List;
import org.etude.report.Report;

/**
 * The traces of all ranks found.
 *
 * @param source where they came from, for display
 * @param ranks one entry per rank found, ascending by rank; gaps are possible and reported
 * @param worldSize number of ranks of the job, as far as known (at least the number found)
 * @param report what was assumed, missing or irregular
 */
public record TraceSet(String source, List<RankTrace> ranks, int worldSize, Report report) {
    /** Copies the list. */
    public TraceSet {
        ranks = List.copyOf(ranks);
    }
}
