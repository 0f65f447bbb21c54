// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.sweep.ShardMerge;
import org.etude.table.work.SummaryTable;
import org.etude.trace.load.FoundTraces;

/**
 * A conversion in parts: a rank's part is its events in columns. Which rank a file is, clocks, collectives and process groups are
 * matters of all ranks; the join does them, and links and converts.
 *
 * @param found the files
 * @param step the only step to convert, if any
 * @param link how to link
 * @param convert how to convert
 */
public record ConvertJob(FoundTraces found, Optional<Integer> step, LinkOptions link, ConvertOptions convert)
        implements TracesJob {
    /** The number of threads is no part of the work. */
    public ConvertJob {
        link = link.withThreads(1);
    }

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
        return step + "|" + link + "|" + convert;
    }

    @Override
    public JoinedWork join(ShardMerge parts, Progress progress) {
        EtSet set = TracesJob.converted(found, parts, step, link, convert, progress);
        return new JoinedWork(
                List.of(SummaryTable.of(set.ranks())), List.of(), Optional.of(set), "", Optional.of(set.report()));
    }
}
