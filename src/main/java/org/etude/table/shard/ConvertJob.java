// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.sweep.ShardMerge;
import org.etude.table.work.SummaryTable;

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
    public JoinedWork join(ShardMerge parts, Progress progress) {
        EtSet set = conversion.of(parts, progress);
        return new JoinedWork(
                List.of(SummaryTable.of(set.ranks())), List.of(), Optional.of(set), "", Optional.of(set.report()));
    }
}
