// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.List;
import java.util.Optional;
import org.etude.report.Report;
import org.etude.trace.model.TraceSet;

/**
 * The linked graphs of all ranks.
 *
 * @param traces what was linked
 * @param ranks one graph per rank, in the order of {@code traces.ranks()}
 * @param unmatched what could not be linked, one row each
 * @param report assumptions made
 * @param matches the collectives matched across ranks, if already computed
 */
public record LinkedSet(
        TraceSet traces,
        List<LinkedRank> ranks,
        List<Unmatched> unmatched,
        Report report,
        Optional<CollectiveMatches> matches) {
    /** Copies the lists. */
    public LinkedSet {
        ranks = List.copyOf(ranks);
        unmatched = List.copyOf(unmatched);
    }

    /**
     * Something that could not be linked.
     *
     * @param rank the rank
     * @param kind the kind of item: kernel, host op, collective
     * @param name its name
     * @param startNanos its start on the rank's clock in ns, {@link LinkedRank#UNTIMED} when it has none
     * @param reason why
     */
    public record Unmatched(int rank, String kind, String name, long startNanos, String reason) {}
}
