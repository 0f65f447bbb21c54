// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.et.convert.EtConverter;
import org.etude.et.convert.JobPlan;
import org.etude.et.convert.RankFacts;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.EtCompletion;
import org.etude.et.wire.EtFileSet;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.link.Linker;
import org.etude.report.AtomicFiles;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.sweep.FileDigests;
import org.etude.sweep.SweepException;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.file.Candidate;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Merges the parts of a conversion. If every rank was converted by its part under the correct rank, the ranks are
 * completed; otherwise the events of all ranks are linked and converted as in a single process.
 */
final class PartJoin {
    private final PartConversion conversion;
    private final ConvertedRanks ranks;
    private final List<ConvertedRank> items;

    PartJoin(PartConversion conversion, ConvertedRanks ranks) {
        this.conversion = conversion;
        this.ranks = ranks;
        items = ranks.items();
    }

    JoinedRanks join(Progress progress) {
        return completed().orElseGet(() -> JoinedRanks.of(events(progress)));
    }

    /** The job, if every rank was converted by its part under the correct rank. */
    Optional<JoinedRanks> completed() {
        TraceSet all = TraceLoader.assemble(
                conversion.found(),
                items.stream().flatMap(item -> item.files().stream()).toList());
        TraceSet wanted = cut(all);
        Map<Integer, Integer> itemOfRank = items(all);
        boolean converted = wanted.ranks().stream().allMatch(rank -> isConverted(rank, itemOfRank.get(rank.rank())));
        return converted ? completed(wanted, itemOfRank) : Optional.empty();
    }

    private TraceSet cut(TraceSet all) {
        return conversion.step().isPresent()
                ? TraceCut.step(all, conversion.step().get())
                : all;
    }

    /** The item of each rank; none for a rank whose files belong to several items. */
    private Map<Integer, Integer> items(TraceSet all) {
        Map<Object, Integer> itemOfTrace = new IdentityHashMap<>();
        for (int item = 0; item < items.size(); item++) {
            for (LoadedFile file : items.get(item).files()) {
                itemOfTrace.put(file.device() == null ? file.host() : file.device(), item);
            }
        }
        Map<Integer, Integer> itemOfRank = new HashMap<>();
        for (RankTrace rank : all.ranks()) {
            Integer host = itemOfTrace.get(rank.host());
            Integer device = itemOfTrace.get(rank.device());
            if (host == null || device == null || host.equals(device)) {
                itemOfRank.put(rank.rank(), host == null ? device : host);
            }
        }
        return itemOfRank;
    }

    /** Whether a part converted this rank consistently with the whole job: its number, its steps and its files. */
    private boolean isConverted(RankTrace rank, Integer item) {
        Optional<ConvertedRank.Alone> alone =
                item == null ? Optional.empty() : items.get(item).alone();
        long used = (rank.host() == null ? 0 : 1) + (rank.device() == null ? 0 : 1);
        return alone.isPresent()
                && alone.get().template().facts().rank() == rank.rank()
                && alone.get().steps().equals(rank.steps())
                && items.get(item).files().size() == used;
    }

    /** Completes the ranks; empty when a rank merged groups that are different in the job. */
    private Optional<JoinedRanks> completed(TraceSet wanted, Map<Integer, Integer> itemOfRank) {
        List<RankFacts> facts = new ArrayList<>();
        for (RankTrace rank : wanted.ranks()) {
            facts.add(alone(itemOfRank.get(rank.rank())).template().facts().onClock(rank.clockOffsetNanos()));
        }
        EtConverter converter = new EtConverter(JobPlan.of(wanted.worldSize(), facts, conversion.convert()));
        List<AtomicFiles.Content> files = new ArrayList<>();
        List<List<Finding>> findings = new ArrayList<>();
        List<List<KindSums>> sums = new ArrayList<>();
        for (RankTrace rank : wanted.ranks()) {
            int item = itemOfRank.get(rank.rank());
            ConvertedRank.Alone alone = alone(item);
            EtConverter.Completion rest = converter.complete(files.size(), alone.template(), rank.clockOffsetNanos());
            if (rest.groupNames().isEmpty()) {
                return Optional.empty();
            }
            Map<String, String> names = rest.groupNames().get();
            int first = alone.template().starts() ? 1 : 0;
            files.add(out -> EtCompletion.write(nodes(item), first, rest.head(), names, out));
            findings.add(rest.findings());
            sums.add(rest.head().size() > 0 ? KindSums.behindOne(alone.sums()) : alone.sums());
        }
        Report report = converter.report(findings);
        EtFileSet set = new EtFileSet(converter.prefix(), files, converter.groups());
        return Optional.of(new JoinedRanks(set, sums, report, () -> opened(set, report)));
    }

    private ConvertedRank.Alone alone(int item) {
        return items.get(item).alone().orElseThrow();
    }

    private byte[] nodes(int item) {
        byte[] nodes = ranks.nodes(item);
        if (nodes.length != alone(item).bytes()
                || PartConversion.check(nodes) != alone(item).check()) {
            throw new SweepException(
                    ranks.file(item) + ": is damaged: " + nodes.length + " bytes of "
                            + alone(item).bytes()
                            + (nodes.length == alone(item).bytes() ? " with another check sum" : ""),
                    "Remove the directory items and run the shards again.");
        }
        return nodes;
    }

    private static EtSet opened(EtFileSet files, Report report) {
        List<EtGraph> ranks = files.ranks().stream().map(PartJoin::opened).toList();
        return new EtSet(files.prefix(), ranks, files.groups(), report);
    }

    private static EtGraph opened(AtomicFiles.Content rank) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            rank.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return EtFiles.of(bytes.toByteArray());
    }

    /** Converts the job from its events; those missing from parts are read again. */
    private EtSet events(Progress progress) {
        List<LoadedFile> files = new ArrayList<>();
        for (int item = 0; item < items.size(); item++) {
            files.addAll(items.get(item).alone().isEmpty() ? items.get(item).files() : again(item));
        }
        TraceSet traces = cut(TraceLoader.assemble(conversion.found(), files));
        int threads = LinkOptions.defaults().threads();
        return EtConverter.convert(
                Linker.link(traces, conversion.link().withThreads(threads), progress), conversion.convert(), progress);
    }

    private List<LoadedFile> again(int item) {
        LoadOptions options = LoadOptions.defaults();
        List<Candidate> sources = conversion.found().byRank().get(item);
        FileDigests digests = new FileDigests();
        for (int k = 0; k < sources.size(); k++) {
            Path file = sources.get(k).source().path();
            if (!Files.exists(file)
                    || !digests.whole(file).equals(items.get(item).digests().get(k))) {
                throw new SweepException(
                        file + ": " + (Files.exists(file) ? "was changed" : "is not here")
                                + ", and the events of all ranks are needed: backends on the host carry their transfers,"
                                + " their files do not fit together, a message lacks its size or its peer, or a rank took"
                                + " several process groups for one",
                        "Merge where the traces are, or convert in one process.");
            }
        }
        return sources.stream()
                .map(file -> LoadedFile.read(file, conversion.keepTruncated() ? options.withKeepTruncated() : options))
                .toList();
    }
}
