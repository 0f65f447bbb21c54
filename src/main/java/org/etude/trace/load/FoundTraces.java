// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.trace.file.Candidate;

/**
 * The files of traces under some paths, before they are read.
 *
 * @param where the paths, for people
 * @param hint what lies there instead of traces, to end a sentence with; "" for nothing known
 * @param chosen one file per rank and kind, and all whose rank is not known yet
 * @param findings what was passed over
 */
public record FoundTraces(String where, String hint, List<Candidate> chosen, List<Finding> findings) {
    /** Copies the lists. */
    public FoundTraces {
        chosen = List.copyOf(chosen);
        findings = List.copyOf(findings);
    }

    /** The files of each rank, in their order; a file whose rank is not known yet is alone. */
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
