// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.report.Progress;
import org.etude.sweep.ShardMerge;
import org.etude.table.work.SummaryTable;
import org.etude.trace.load.LoadedFile;

/** A conversion in parts: a file's part is its events in columns; the join links and converts. */
public record ConvertJob(PartConversion conversion) implements TracesJob {
    @Override
    public String verb() {
        return "convert";
    }

    @Override
    public boolean joinsSome() {
        return false;
    }

    @Override
    public String settings() {
        return conversion.settings();
    }

    @Override
    public String kind() {
        return "ranks";
    }

    @Override
    public String ofItems() {
        return settings();
    }

    @Override
    public Record part(List<LoadedFile> files, List<String> digests) {
        return conversion.part(files, digests);
    }

    @Override
    public JoinedWork join(ShardMerge parts, Progress progress) {
        JoinedRanks ranks = conversion.of(parts, progress);
        return new JoinedWork(
                List.of(SummaryTable.ofSums(ranks.sums())),
                List.of(),
                Optional.of(ranks.files()),
                "",
                Optional.of(ranks.report()));
    }
}
