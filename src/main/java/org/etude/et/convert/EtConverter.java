// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.timeline.RecordedTimelines;
import org.etude.et.timeline.TimelineSink;
import org.etude.et.wire.EtSet;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.report.WorkerPool;
import org.etude.spec.ConvertOptions;

/** Converts linked graphs to Chakra execution traces, one a rank. */
public final class EtConverter {
    private final JobPlan plan;
    private final GroupNumbers groups;

    /** Converts the ranks of a job. */
    public EtConverter(JobPlan plan) {
        this.plan = plan;
        groups = new GroupNumbers(plan.world(), plan.groups());
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
        List<RankFacts> facts = facts(set);
        HostTransfers transfers = HostTransfers.of(set, facts);
        EtConverter converter = new EtConverter(JobPlan.of(set.traces().worldSize(), facts, options));
        return converter.together(ofAll(
                set,
                index -> converter.rank(
                        index,
                        set.ranks().get(index),
                        transfers.of(facts.get(index).rank())),
                threads,
                progress));
    }

    /**
     * When the nodes of the default conversion ran, as recorded, without making its graphs: about a third of their memory. Names,
     * types and ids are those of {@link #convert(LinkedSet, ConvertOptions, Progress)}. Linear in the nodes, sorting aside.
     */
    public static RecordedTimelines timelines(LinkedSet set, Progress progress) {
        List<RankFacts> facts = facts(set);
        HostTransfers transfers = HostTransfers.of(set, facts);
        EtConverter converter = new EtConverter(JobPlan.of(set.traces().worldSize(), facts, ConvertOptions.defaults()));
        List<TimelineSink> ranks = ofAll(
                set,
                index -> converter.timeline(
                        index,
                        set.ranks().get(index),
                        transfers.of(facts.get(index).rank())),
                Runtime.getRuntime().availableProcessors(),
                progress);
        List<Integer> numbers = facts.stream().map(RankFacts::rank).toList();
        return RecordedTimelines.of(numbers, ranks, converter.groups.groups());
    }

    private static List<RankFacts> facts(LinkedSet set) {
        return set.ranks().stream().map(RankFacts::of).toList();
    }

    private static <T> List<T> ofAll(LinkedSet set, IntFunction<T> each, int threads, Progress progress) {
        int ranks = set.ranks().size();
        List<Future<T>> running = new ArrayList<>();
        List<T> all = new ArrayList<>();
        try (WorkerPool pool = new WorkerPool("etude-convert", Math.max(1, Math.min(threads, ranks)))) {
            for (int i = 0; i < ranks; i++) {
                int index = i;
                running.add(pool.submit(() -> each.apply(index)));
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
     * @param transfers what the transfers of all ranks mean to it
     */
    public Part rank(int index, LinkedRank rank, RankTransfers transfers) {
        List<Finding> own = new ArrayList<>();
        ConvertFindings rows = new ConvertFindings(rank, own);
        EtGraph graph = graph(rank, plan.offsetNanos()[index], transfers, rows);
        if (rank.trace().rank() != index) {
            rows.renumbered(index);
        }
        return new Part(graph, own, groups.findings(rank.trace().rank()));
    }

    /** The traces of all ranks, in their order. */
    public EtSet together(List<Part> parts) {
        List<Finding> all = new ArrayList<>(plan.findings());
        groups.add(plan.groupFindings());
        for (Part part : parts) {
            all.addAll(part.findings);
            groups.add(part.groups);
        }
        all.addAll(0, groups.findings());
        return new EtSet(plan.prefix(), parts.stream().map(Part::graph).toList(), groups.groups(), Report.of(all));
    }

    private EtGraph graph(LinkedRank rank, long offset, RankTransfers transfers, ConvertFindings rows) {
        ConvertOptions options = plan.options();
        CommJudge judge = new CommJudge();
        BackendThreads backend = new BackendThreads(rank);
        SideThreads threads = new SideThreads(rank, backend);
        boolean whole = options.hostGaps() && !options.onlyCommunication();
        WorkNodes work = new WorkNodes(rank, judge, whole ? threads : null);
        rows.transfers(work, judge);
        if (options.onlyCommunication()) {
            return rows.checked(SerialEmitter.emit(rank, work, groups, plan.job()));
        }
        RankLayout layout = layout(rank, work, backend, threads);
        EtGraphBuilder out = new EtGraphBuilder("", Metadata.of(rank, plan.job()));
        RankEmitter emitter = new RankEmitter(rank, layout, options, groups, offset, transfers, out);
        emitter.emit();
        rows.plan(layout.plan(), work, options, emitter.kernels());
        rows.times(work, layout.times(), options);
        rows.threads(work);
        return rows.checked(out.build());
    }

    private TimelineSink timeline(int index, LinkedRank rank, RankTransfers transfers) {
        BackendThreads backend = new BackendThreads(rank);
        SideThreads threads = new SideThreads(rank, backend);
        WorkNodes work = new WorkNodes(rank, new CommJudge(), threads);
        RankLayout layout = layout(rank, work, backend, threads);
        boolean clocked = plan.job().clock();
        TimelineSink out = new TimelineSink(clocked, clocked ? rank.trace().clockOffsetNanos() : 0);
        new RankEmitter(rank, layout, plan.options(), groups, plan.offsetNanos()[index], transfers, out).emit();
        return out;
    }

    private RankLayout layout(LinkedRank rank, WorkNodes work, BackendThreads backend, SideThreads threads) {
        long smallest = Math.round(plan.options().smallestGap().toNanos());
        HostTimeline host = new HostTimeline(rank, Cuts.of(rank, work), backend, threads, smallest);
        WorkLanes lanes = new WorkLanes(work);
        RankPlan order = new RankPlan(rank, work, host, lanes, backend, threads);
        WorkTimes times = new WorkTimes(work, host, order, RankFacts.begin(rank));
        return new RankLayout(work, lanes, times, host, order);
    }
}
