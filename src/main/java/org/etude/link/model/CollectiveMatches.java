// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.List;
import org.etude.report.Report;

/**
 * The collectives of a job across ranks.
 *
 * @param matches one entry per collective or message, by group and number
 * @param report where ranks disagree
 */
public record CollectiveMatches(List<CollectiveMatch> matches, Report report) {
    /** Copies the list. */
    public CollectiveMatches {
        matches = List.copyOf(matches);
    }
}
