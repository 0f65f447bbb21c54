// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.wire.EtSet;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.report.WorkerPool;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;

/** Converts linked graphs to Chakra execution traces, one a rank. */
public final class EtConverter {
    private final LinkedSet set;
    private final ConvertOptions options;
    private final CommJudge judge = new CommJudge();
    private final List<Finding> findings = new ArrayList<>();
    private final GroupNumbers groups;
    private final HostTransfers transfers;
    private final RankStarts starts;
    private final RecordedJob job;

    /** What is a matter of all ranks. Of each rank its collectives count, its process groups, first start and last end. */
    public EtConverter(LinkedSet set, ConvertOptions options) {
        this.set = set;
        this.options = options;
        groups = new GroupNumbers(set);
        boolean timed = options.kernelTime() == ConvertOptions.KernelTime.MEASURED && !options.onlyCommunication();
        int incomplete = new UnrecordedRanks(set, judge).worldSize(findings);
        transfers = new HostTransfers(set);
        starts = new RankStarts(set, timed && !options.together(), findings);
        job = RecordedJob.of(set.ranks(), incomplete, starts.onOneClock());
    }

    /**
     * Converts all ranks. Every dependency exists and points to a smaller id; where a node's duration is not the one
     * measured, the attribute measured_ns has that. Whatever is left out or assumed is a row of the report.
     *
     * <p>With host gaps (the default), replaying one rank on the resources that its nodes name gives the time measured. Other
     * simulators, which know one host, one GPU and one communication resource, read duration_micros, in which work that ran at
     * once is counted once. Time and memory are linear in the nodes, sorting aside; ranks are converted on all cores, and the result
     * does not depend on their number.
     */
    public static EtSet convert(LinkedSet set, ConvertOptions options, Progress progress) {
        return convert(set, options, Runtime.getRuntime().availableProcessors(), progress);
    }

    /** The same on so many threads. */
    static EtSet convert(LinkedSet set, ConvertOptions options, int threads, Progress progress) {
        EtConverter converter = new EtConverter(set, options);
        return converter.together(converter.ofAll(converter::rank, threads, progress));
    }

    /**
     * When the nodes of the default conversion ran, as recorded, without making its graphs: about a third of their memory. Names,
     * types and ids are those of {@link #convert(LinkedSet, ConvertOptions, Progress)}. Linear in the nodes, sorting aside.
     */
    public static RecordedTimelines timelines(LinkedSet set, Progress progress) {
        EtConverter converter = new EtConverter(set, ConvertOptions.defaults());
        int threads = Runtime.getRuntime().availableProcessors();
        List<TimelineSink> ranks = converter.ofAll(converter::timeline, threads, progress);
        List<Integer> numbers =
                set.ranks().stream().map(rank -> rank.trace().rank()).toList();
        return RecordedTimelines.of(numbers, ranks, converter.groups.groups());
    }

    /** What one rank is converted to. */
    private interface OneRank<T> {
        T of(int index, LinkedRank rank);
    }

    private <T> List<T> ofAll(OneRank<T> each, int threads, Progress progress) {
        int ranks = set.ranks().size();
        List<Future<T>> running = new ArrayList<>();
        List<T> all = new ArrayList<>();
        try (WorkerPool pool = new WorkerPool("etude-convert", Math.max(1, Math.min(threads, ranks)))) {
            for (int i = 0; i < ranks; i++) {
                int index = i;
                running.add(pool.submit(() -> each.of(index, set.ranks().get(index))));
            }
            for (int i = 0; i < ranks; i++) {
                progress.at("convert rank " + set.ranks().get(i).trace().rank(), i, ranks);
                all.add(WorkerPool.result(running.get(i)));
            }
        }
        return all;
    }

    /**
     * A rank's conversion.
     *
     * @param graph its execution trace
     * @param findings what it has to say
     * @param groups findings on its process groups, by a key that orders them
     */
    public record Part(EtGraph graph, List<Finding> findings, Map<String, Finding> groups) {}

    /**
     * Converts one rank; several threads may do so at once.
     *
     * @param index its place among the ranks
     * @param rank its whole graph
     */
    public Part rank(int index, LinkedRank rank) {
        List<Finding> own = new ArrayList<>();
        ConvertFindings rows = new ConvertFindings(rank, own);
        EtGraph graph = graph(rank, starts.offset(index), rows);
        if (rank.trace().rank() != index) {
            rows.renumbered(index);
        }
        return new Part(graph, own, groups.findings(rank.trace().rank()));
    }

    /** The traces of all ranks, in their order. */
    public EtSet together(List<Part> parts) {
        List<Finding> all = new ArrayList<>(findings);
        for (Part part : parts) {
            all.addAll(part.findings);
            groups.add(part.groups);
        }
        all.addAll(0, groups.findings());
        return new EtSet(prefix(), parts.stream().map(Part::graph).toList(), groups.groups(), Report.of(all));
    }

    private EtGraph graph(LinkedRank rank, long offset, ConvertFindings rows) {
        BackendThreads backend = new BackendThreads(rank);
        SideThreads threads = new SideThreads(rank, backend);
        boolean whole = options.hostGaps() && !options.onlyCommunication();
        WorkNodes work = new WorkNodes(rank, judge, whole ? threads : null);
        rows.transfers(work, judge);
        if (options.onlyCommunication()) {
            return rows.checked(SerialEmitter.emit(rank, work, groups, job));
        }
        RankLayout layout = layout(rank, work, backend, threads);
        EtGraphBuilder out = new EtGraphBuilder("", Metadata.of(rank, job));
        RankEmitter emitter = new RankEmitter(rank, layout, options, groups, offset, transfers, out);
        emitter.emit();
        rows.plan(layout.plan(), work, options, emitter.kernels());
        rows.times(work, layout.times(), options);
        rows.threads(work);
        return rows.checked(out.build());
    }

    private TimelineSink timeline(int index, LinkedRank rank) {
        BackendThreads backend = new BackendThreads(rank);
        SideThreads threads = new SideThreads(rank, backend);
        WorkNodes work = new WorkNodes(rank, judge, threads);
        RankLayout layout = layout(rank, work, backend, threads);
        TimelineSink out =
                new TimelineSink(job.clock(), job.clock() ? rank.trace().clockOffsetNanos() : 0);
        new RankEmitter(rank, layout, options, groups, starts.offset(index), transfers, out).emit();
        return out;
    }

    private RankLayout layout(LinkedRank rank, WorkNodes work, BackendThreads backend, SideThreads threads) {
        long smallest = Math.round(options.smallestGap().toNanos());
        HostTimeline host = new HostTimeline(rank, Cuts.of(rank, work), backend, threads, smallest);
        WorkLanes lanes = new WorkLanes(work);
        RankPlan plan = new RankPlan(rank, work, host, lanes, backend, threads);
        WorkTimes times = new WorkTimes(work, host, plan, RankStarts.begin(rank));
        return new RankLayout(work, lanes, times, host, plan);
    }

    private String prefix() {
        String name = options.prefix().equals(ConvertOptions.AUTO) ? dominant() : options.prefix();
        return options.modelTag().isEmpty() ? name : name + "." + options.modelTag();
    }

    /** The most frequent collective over all ranks, "workload" when there is none. */
    private String dominant() {
        Map<CollectiveType, Integer> counts = new EnumMap<>(CollectiveType.class);
        for (LinkedRank rank : set.ranks()) {
            for (Collective c : rank.collectives()) {
                if (c.type() != CollectiveType.UNKNOWN && c.type() != CollectiveType.BARRIER) {
                    counts.merge(c.type(), 1, Integer::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.<CollectiveType, Integer>comparingByValue()
                        .thenComparing(e -> -e.getKey().ordinal()))
                .map(e -> e.getKey().name().toLowerCase(Locale.ROOT))
                .orElse("workload");
    }
}
