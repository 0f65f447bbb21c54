// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.et.convert.RankTemplate;
import org.etude.et.graph.KindSums;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.model.RankTrace.StepWindow;

/**
 * One part of a conversion: the result for the files of one rank.
 *
 * @param files the rank's files: only their outlines if the rank was converted, otherwise with all events
 * @param digests content digest of each file
 * @param alone the rank's conversion; empty when it depends on other ranks
 */
record ConvertedRank(List<LoadedFile> files, List<String> digests, Optional<Alone> alone) {
    /**
     * A rank converted without knowing the others; its nodes are stored behind it.
     *
     * @param steps its steps
     * @param template what completing the conversion needs
     * @param sums its nodes, summed by kind
     * @param bytes length of its nodes
     * @param check CRC-32 of its nodes
     */
    record Alone(List<StepWindow> steps, RankTemplate template, List<KindSums> sums, long bytes, long check) {}
}
