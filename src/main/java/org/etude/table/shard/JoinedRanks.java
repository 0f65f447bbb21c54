// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.function.Supplier;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.EtFileSet;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;

/**
 * The conversion of a job from its parts.
 *
 * @param files the files of its execution traces
 * @param sums the nodes of each rank by kind
 * @param report assumptions made
 * @param set the execution traces, read or converted on first use
 */
record JoinedRanks(EtFileSet files, List<List<KindSums>> sums, Report report, Supplier<EtSet> set) {
    /** Wraps traces that were converted here. */
    static JoinedRanks of(EtSet set) {
        return new JoinedRanks(
                EtFileSet.of(set), set.ranks().stream().map(KindSums::of).toList(), set.report(), () -> set);
    }
}
