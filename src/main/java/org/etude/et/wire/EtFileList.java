// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;

/**
 * The files of a job's execution traces, not yet read.
 *
 * @param prefix the file name before {@code .RANK.et}, without directory
 * @param world number of ranks: the highest with a file, plus one
 * @param files the files by rank; a rank without one has an empty trace
 * @param groups the communicator groups
 */
public record EtFileList(String prefix, int world, SortedMap<Integer, Path> files, CommGroups groups) {

    /**
     * Finds the files that {@link EtFiles#readSet} would read.
     *
     * @throws EtException when there is no such file or the groups are broken
     */
    public static EtFileList of(Path prefix) {
        return EtSetFiles.list(prefix);
    }

    /** An ERROR finding per rank without a file. */
    public Report report() {
        List<Finding> findings = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            if (!files.containsKey(rank)) {
                findings.add(new Finding(
                        Level.ERROR,
                        "convert",
                        rank,
                        prefix + "." + rank + ".et",
                        "no file for this rank",
                        "other ranks go up to " + (world - 1),
                        "the rank has no nodes; ranks that communicate with it wait indefinitely"));
            }
        }
        return Report.of(findings);
    }
}
