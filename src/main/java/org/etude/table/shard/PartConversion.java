// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.etude.et.convert.EtConverter;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.EtFiles;
import org.etude.link.Linker;
import org.etude.link.match.MessageSizes;
import org.etude.link.match.OpenTransfers;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.link.model.RankLog;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.TraceConversion;
import org.etude.sweep.BulkyPart;
import org.etude.sweep.ShardMerge;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.load.FoundTraces;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Converts the traces of a job in parts. A part converts a rank as far as possible without the others; clocks, process
 * groups and the ranks of files involve all ranks and are decided by the merge. Ranks whose conversion depends on other
 * ranks' transfers (host backends, messages without peer or size) and files without a rank are kept as events for the merge to
 * convert.
 *
 * @param found the files
 * @param keepTruncated whether the complete records of a truncated file are used
 * @param step the only step to convert, if any
 * @param link how to link
 * @param convert how to convert
 */
public record PartConversion(
        FoundTraces found, boolean keepTruncated, Optional<Integer> step, LinkOptions link, ConvertOptions convert) {
    /** Sets the number of threads to one: settings that differ in it only describe the same work. */
    public PartConversion {
        link = link.withThreads(1);
    }

    /** The conversion of these files. */
    public static PartConversion of(FoundTraces found, TraceConversion conversion) {
        return new PartConversion(
                found, conversion.load().keepTruncated(), conversion.step(), conversion.link(), conversion.convert());
    }

    /** All settings, as text. */
    String settings() {
        return step + "|" + link + "|" + convert;
    }

    /** Converts the files of one rank: a {@link ConvertedRank}, with its nodes as additional bytes, if any. */
    Record part(List<LoadedFile> files, List<String> digests) {
        Optional<LinkedRank> linked = alone(files).map(trace -> Linker.rank(trace, link, new RankLog(trace.rank())));
        if (linked.isEmpty() || needsOthers(linked.get())) {
            return new ConvertedRank(files, digests, Optional.empty());
        }
        EtConverter.Alone converted = EtConverter.alone(linked.get(), convert);
        byte[] nodes = EtFiles.bytes(converted.graph());
        ConvertedRank.Alone alone = new ConvertedRank.Alone(
                linked.get().trace().steps(),
                converted.template(),
                KindSums.behind(converted.template().starts() ? 1 : 0, converted.graph()),
                nodes.length,
                check(nodes));
        List<LoadedFile> outlines = files.stream().map(LoadedFile::outline).toList();
        return new BulkyPart(new ConvertedRank(outlines, digests, Optional.of(alone)), nodes);
    }

    /** The rank of these files, if they all state the same one and contain what is requested. */
    private Optional<RankTrace> alone(List<LoadedFile> files) {
        if (files.stream().anyMatch(file -> !file.namesRank())) {
            return Optional.empty();
        }
        TraceSet rank = TraceLoader.assemble(found, files);
        boolean usable = rank.ranks().size() == 1
                && (step.isEmpty() || rank.ranks().get(0).steps().stream().anyMatch(one -> one.number() == step.get()));
        return usable
                ? Optional.of((step.isPresent() ? TraceCut.step(rank, step.get()) : rank)
                        .ranks()
                        .get(0))
                : Optional.empty();
    }

    private static boolean needsOthers(LinkedRank rank) {
        for (int node = 0; node < rank.size(); node++) {
            if (rank.kind(node) == NodeKind.HOST_COMM) {
                return true;
            }
        }
        return !OpenTransfers.of(rank).kinds().isEmpty() || MessageSizes.lacksSome(rank);
    }

    static long check(byte[] bytes) {
        CRC32 check = new CRC32();
        check.update(bytes);
        return check.getValue();
    }

    /** The execution traces of all parts, on all cores. */
    JoinedRanks join(ShardMerge parts, Progress progress) {
        return new PartJoin(this, ConvertedRanks.of(parts)).join(progress);
    }
}
