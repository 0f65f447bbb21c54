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

/** A work on recorded traces, a record: what a file gives, and the join of what all files give. */
public interface TracesJob extends JoinableJob {
    /** All settings, as text. */
    String settings();

    /** What the parts are, one word: works of one kind share them. */
    default String kind() {
        return "events";
    }

    /** The settings on which {@link #part} depends. */
    default String ofItems() {
        return "";
    }

    /** What a file gives; a record. */
    default Record part(LoadedFile file) {
        return file;
    }

    /** The execution traces of all files, on all cores. */
    static EtSet converted(
            FoundTraces found,
            ShardMerge parts,
            Optional<Integer> step,
            LinkOptions link,
            ConvertOptions convert,
            Progress progress) {
        TraceSet all = TraceLoader.assemble(found, RankPart.all(parts, LoadedFile.class));
        TraceSet traces = step.isPresent() ? TraceCut.step(all, step.get()) : all;
        int threads = LinkOptions.defaults().threads();
        return EtConverter.convert(Linker.link(traces, link.withThreads(threads), progress), convert, progress);
    }
}
