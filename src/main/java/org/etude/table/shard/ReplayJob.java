// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.replay.Replays;
import org.etude.report.Progress;
import org.etude.sweep.ShardMerge;
import org.etude.table.run.ReplayTable;

/** A sharded replay: the merge completes the execution traces and replays them. */
public record ReplayJob(PartConversion conversion) implements ConversionJob {
    @Override
    public String verb() {
        return "replay";
    }

    @Override
    public JoinedWork join(ShardMerge parts, Progress progress) {
        JoinedRanks ranks = conversion.join(parts, progress);
        return new JoinedWork(
                List.of(ReplayTable.of(Replays.of(ranks.set().get(), progress))),
                List.of(),
                Optional.empty(),
                "",
                Optional.of(ranks.report()));
    }
}
