// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.et.wire.EtSet;
import org.etude.replay.Replays;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.sweep.ShardMerge;
import org.etude.table.run.ReplayTable;
import org.etude.trace.load.FoundTraces;

/**
 * A replay in parts: as of a conversion, a rank's part is its events, and the join links, converts and replays.
 *
 * @param found the files
 * @param step the only step to replay, if any
 * @param link how to link
 */
public record ReplayJob(FoundTraces found, Optional<Integer> step, LinkOptions link) implements TracesJob {
    /** The number of threads is no part of the work. */
    public ReplayJob {
        link = link.withThreads(1);
    }

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
        return step + "|" + link;
    }

    @Override
    public JoinedWork join(ShardMerge parts, Progress progress) {
        EtSet set = TracesJob.converted(found, parts, step, link, ConvertOptions.defaults(), progress);
        return new JoinedWork(
                List.of(ReplayTable.of(Replays.of(set, progress))),
                List.of(),
                Optional.empty(),
                "",
                Optional.of(set.report()));
    }
}
