// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.report.Progress;
import org.etude.sweep.ShardMerge;
import org.etude.table.work.SummaryTable;

/** A sharded conversion: the merge completes and writes the execution traces. */
public record ConvertJob(PartConversion conversion) implements ConversionJob {
    @Override
    public String verb() {
        return "convert";
    }

    @Override
    public boolean showsRankGroups() {
        return true;
    }

    @Override
    public JoinedWork join(ShardMerge parts, Progress progress) {
        JoinedRanks ranks = conversion.join(parts, progress);
        return new JoinedWork(
                List.of(SummaryTable.ofSums(ranks.sums())),
                List.of(),
                Optional.of(ranks.files()),
                "",
                Optional.of(ranks.report()));
    }
}
