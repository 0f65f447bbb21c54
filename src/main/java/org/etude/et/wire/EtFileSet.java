// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.nio.file.Path;
import java.util.List;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;

/**
 * The files of all ranks of a job, whose bytes are generated on writing.
 *
 * @param prefix the file name before {@code .RANK.et}
 * @param ranks writes the file of each rank; called concurrently by several threads
 * @param groups the communicator groups
 */
public record EtFileSet(String prefix, List<AtomicFiles.Content> ranks, CommGroups groups) {
    /** Copies the list. */
    public EtFileSet {
        ranks = List.copyOf(ranks);
    }

    /** The files of execution traces. */
    public static EtFileSet of(EtSet set) {
        List<AtomicFiles.Content> ranks = set.ranks().stream()
                .map(graph -> (AtomicFiles.Content) out -> EtFiles.write(graph, out))
                .toList();
        return new EtFileSet(set.prefix(), ranks, set.groups());
    }

    /** Writes all files, as {@link EtFiles#writeSet} does. */
    public void write(Path directory, Existing existing, Progress progress) {
        EtSetFiles.write(this, directory, existing, progress);
    }
}
