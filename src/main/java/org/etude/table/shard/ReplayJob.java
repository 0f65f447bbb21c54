// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.replay.Replays;
import org.etude.report.Progress;
import org.etude.sweep.ShardMerge;
import org.etude.table.run.ReplayTable;
import org.etude.trace.load.LoadedFile;

/** A replay in parts: as of a conversion, a file's part is its events, and the join links, converts and replays. */
public record ReplayJob(PartConversion conversion) implements TracesJob {
    @Override
    public String verb() {
        return "replay";
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
                List.of(ReplayTable.of(Replays.of(ranks.set().get(), progress))),
                List.of(),
                Optional.empty(),
                "",
                Optional.of(ranks.report()));
    }
}
