// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.et.convert.RankTemplate;
import org.etude.table.work.KindSums;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.model.RankTrace.StepWindow;

/**
 * What the files of a rank give to a conversion in parts.
 *
 * @param files without the events that concern the rank alone where it was converted, else with all
 * @param digests of each file, by its content
 * @param alone the rank's conversion, unless it takes more than the rank
 */
record ConvertedRank(List<LoadedFile> files, List<String> digests, Optional<Alone> alone) {
    /**
     * A rank converted before the others were known; its nodes are kept next to it.
     *
     * @param steps its steps
     * @param template what completing it takes
     * @param sums of its nodes by kind
     * @param bytes length of its nodes' file
     * @param check CRC-32 of them
     */
    record Alone(List<StepWindow> steps, RankTemplate template, List<KindSums> sums, long bytes, long check) {}
}
