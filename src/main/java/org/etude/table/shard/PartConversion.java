// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.Optional;
import org.etude.et.convert.EtConverter;
import org.etude.et.wire.EtSet;
import org.etude.link.Linker;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.sweep.ShardMerge;
import org.etude.trace.load.FoundTraces;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceCut;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceSet;

/**
 * How the traces of a job are converted whose parts are files in columns. Which rank a file is, clocks, collectives and process groups
 * are matters of all ranks, and so of the join.
 *
 * @param found the files
 * @param step the only step to convert, if any
 * @param link how to link
 * @param convert how to convert
 */
public record PartConversion(FoundTraces found, Optional<Integer> step, LinkOptions link, ConvertOptions convert) {
    /** The number of threads is no part of the work. */
    public PartConversion {
        link = link.withThreads(1);
    }

    /** All settings, as text. */
    String settings() {
        return step + "|" + link + "|" + convert;
    }

    /** The execution traces of all parts, on all cores. */
    EtSet of(ShardMerge parts, Progress progress) {
        TraceSet all = TraceLoader.assemble(found, RankPart.all(parts, LoadedFile.class));
        TraceSet traces = step.isPresent() ? TraceCut.step(all, step.get()) : all;
        int threads = LinkOptions.defaults().threads();
        return EtConverter.convert(Linker.link(traces, link.withThreads(threads), progress), convert, progress);
    }
}
