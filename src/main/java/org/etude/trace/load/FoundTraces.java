// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.trace.file.Candidate;

/**
 * The trace files found under some paths, before they are read.
 *
 * @param where the paths, for display
 * @param instead what was found instead of traces, as the end of a sentence; "" if there are traces
 * @param advice what to do with that
 * @param chosen one file per rank and kind, and all files of unknown rank
 * @param findings skipped files
 */
public record FoundTraces(String where, String instead, String advice, List<Candidate> chosen, List<Finding> findings) {
    /** Copies the lists. */
    public FoundTraces {
        chosen = List.copyOf(chosen);
        findings = List.copyOf(findings);
    }

    /** The files of each rank, in order; a file of unknown rank forms its own list. */
    public List<List<Candidate>> byRank() {
        List<List<Candidate>> ranks = new ArrayList<>();
        int last = -1;
        for (Candidate file : chosen) {
            if (file.rank() < 0 || file.rank() != last) {
                ranks.add(new ArrayList<>());
            }
            ranks.get(ranks.size() - 1).add(file);
            last = file.rank();
        }
        return ranks;
    }
}
