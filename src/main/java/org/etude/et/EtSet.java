package org.etude.et;

import java.util.List;
import org.etude.report.Report;

/**
 * The execution traces of all ranks of a job.
 *
 * @param prefix the file name before {@code .RANK.et}, without directory
 * @param ranks one graph a rank; several ranks may share one
 * @param groups the communicator groups
 * @param report what was assumed on the way here
 */
public record EtSet(String prefix, List<EtGraph> ranks, CommGroups groups, Report report) {
    /** Copies the list. */
    public EtSet {
        ranks = List.copyOf(ranks);
    }
}
