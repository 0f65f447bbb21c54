// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.etude.et.convert.EtConverter;
import org.etude.et.wire.EtFiles;
import org.etude.link.Linker;
import org.etude.link.match.OpenTransfers;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.link.model.RankLog;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.sweep.BulkyPart;
import org.etude.sweep.ShardMerge;
import org.etude.table.work.KindSums;
import org.etude.trace.load.FoundTraces;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceCut;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * How the traces of a job are converted in parts. A part converts a rank as far as the rank alone decides; clocks, process groups and
 * which rank a file is need all ranks, so the join decides them. Ranks whose conversion takes the other ranks' transfers (backends on
 * the host, messages that do not name their peer) and files that do not name their rank are kept as events, for the join to convert.
 *
 * @param found the files
 * @param keepTruncated whether the complete records of a file that ends in the middle are used
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

    /** All settings, as text. */
    String settings() {
        return step + "|" + link + "|" + convert;
    }

    /** Converts the files of one rank: a {@link ConvertedRank}, with its nodes in a file next to it where there are any. */
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
                KindSums.of(converted.graph()),
                nodes.length,
                check(nodes));
        List<LoadedFile> outlines = files.stream().map(LoadedFile::outline).toList();
        return new BulkyPart(new ConvertedRank(outlines, digests, Optional.of(alone)), nodes);
    }

    /** The rank that these files are, if they say so themselves, are of one only, and have what is asked for. */
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
        return !OpenTransfers.of(rank).kinds().isEmpty();
    }

    static long check(byte[] bytes) {
        CRC32C check = new CRC32C();
        check.update(bytes);
        return check.getValue();
    }

    /** The execution traces of all parts, on all cores. */
    JoinedRanks join(ShardMerge parts, Progress progress) {
        return new PartJoin(this, parts).join(progress);
    }
}
