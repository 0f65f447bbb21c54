// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.etude.et.comm.CommAttributes;
import org.etude.et.comm.CommJudge;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostTimeline;
import org.etude.et.timeline.RecordedTimelines;
import org.etude.et.timeline.TimelineSink;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.report.WorkerPool;
import org.etude.spec.ConvertOptions;

/** Converts linked graphs to Chakra execution traces, one per rank. */
public final class EtConverter {
    private final JobPlan plan;
    private final GroupNumbers groups;

    /** Converts the ranks of a job. */
    public EtConverter(JobPlan plan) {
        this.plan = plan;
        groups = new GroupNumbers(plan.world(), plan.groups());
    }

    /**
     * Converts all ranks. Every dependency exists and points to a smaller id. If a node's duration differs from the
     * measured one, the attribute measured_ns holds the latter. Omissions and assumptions are reported as findings.
     *
     * <p>With host gaps (the default), replaying one rank on the resources that its nodes name reproduces the measured
     * time. Other simulators, with one host, one GPU and one communication resource, read duration_micros, in which
     * concurrent work is counted once. Time and memory are linear in the number of nodes, apart from sorting. Ranks are
     * converted on all cores; the result does not depend on their number.
     */
    public static EtSet convert(LinkedSet set, ConvertOptions options, Progress progress) {
        return convert(set, options, Runtime.getRuntime().availableProcessors(), progress);
    }

    /** The same on this many threads. */
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
     * Computes when the nodes of the default conversion ran, as recorded, without building its graphs, in about a third
     * of their memory. Names, types and ids are those of {@link #convert(LinkedSet, ConvertOptions, Progress)}. Linear
     * in the nodes, sorting aside.
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
        List<Callable<T>> tasks = new ArrayList<>();
        for (int i = 0; i < ranks; i++) {
            int index = i;
            tasks.add(() -> each.apply(index));
        }
        try (WorkerPool pool = new WorkerPool("etude-convert", Math.max(1, Math.min(threads, ranks)))) {
            return pool.inOrder(
                    tasks,
                    done -> progress.at(
                            "convert rank " + set.ranks().get(done).trace().rank(), done, ranks));
        }
    }

    /**
     * A rank's conversion.
     *
     * @param graph its execution trace
     * @param findings its findings
     * @param groups findings on its process groups, by a key that orders them
     */
    public record Part(EtGraph graph, List<Finding> findings, Map<String, Finding> groups) {}

    /**
     * Converts one rank; thread-safe.
     *
     * @param index its place among the ranks
     * @param rank its whole graph
     * @param transfers the effect of all ranks' transfers on it
     */
    public Part rank(int index, LinkedRank rank, RankTransfers transfers) {
        List<Finding> own = new ArrayList<>();
        ConvertFindings rows = new ConvertFindings(rank, own);
        RankJob job = new RankJob(
                plan.options(), groups, Metadata.of(rank, plan.job()), plan.offsetNanos()[index], transfers);
        EtGraph graph = graph(rank, job, rows);
        int number = rank.trace().rank();
        if (number != index) {
            own.add(ConvertFindings.renumbered(number, index));
        }
        return new Part(graph, own, groups.findings(number));
    }

    /**
     * The part of a rank's conversion that depends on the rank alone.
     *
     * @param template what is needed to complete it
     * @param graph its nodes, collectives with their group's name in the template as pg_name; its metadata are
     *     those of the rank alone
     */
    public record Alone(RankTemplate template, EtGraph graph) {}

    /**
     * Converts a rank that does not depend on other ranks' transfers: none is carried by a host backend, and every
     * message names its peer and its size.
     *
     * @param rank its graph, linked as if its clock were that of rank 0
     */
    public static Alone alone(LinkedRank rank, ConvertOptions options) {
        List<Finding> own = new ArrayList<>();
        RankTemplate.Groups groups = new RankTemplate.Groups();
        boolean starts = JobPlan.keepsStarts(options);
        RankJob job = new RankJob(options, groups, Metadata.steps(rank), starts ? 1 : 0, RankTransfers.NONE);
        EtGraph graph = graph(rank, job, new ConvertFindings(rank, own));
        return new Alone(new RankTemplate(RankFacts.of(rank), starts, groups.found(), own), graph);
    }

    /**
     * What completes the conversion of a rank that was converted alone.
     *
     * @param head the beginning: metadata, and the node that the others wait for if the rank starts later than the
     *     first
     * @param groupNames pg_name of the groups by their names in the template; empty when groups of one name there have several, so that the
     *     rank has to be converted again
     * @param findings the rank's findings
     */
    public record Completion(EtGraph head, Optional<Map<String, String>> groupNames, List<Finding> findings) {}

    /**
     * Completes a rank. Metadata of the head precede those of the rank. If the template has a node that delays the
     * rank, that of the head replaces it; if the head has none, ids are lower by one and nothing waits.
     *
     * @param index its place among the ranks
     * @param clockOffsetNanos offset in ns to rank 0's clock
     */
    public Completion complete(int index, RankTemplate template, long clockOffsetNanos) {
        RankFacts facts = template.facts();
        EtGraphBuilder head =
                new EtGraphBuilder("", Metadata.of(facts.rank(), facts.machine(), clockOffsetNanos, plan.job()));
        if (plan.offsetNanos()[index] > 0) {
            RankStarts.write(plan.offsetNanos()[index], head);
        }
        List<Finding> own = new ArrayList<>(template.findings());
        if (facts.rank() != index) {
            own.add(ConvertFindings.renumbered(facts.rank(), index));
        }
        return new Completion(head.build(), groupNames(template), own);
    }

    private Optional<Map<String, String>> groupNames(RankTemplate template) {
        Map<String, String> names = new HashMap<>();
        boolean consistent = true;
        for (Map.Entry<String, List<RankTemplate.Group>> alike :
                template.groups().entrySet()) {
            for (RankTemplate.Group group : alike.getValue()) {
                String name = groups.name(template.facts().rank(), group);
                consistent &= name.equals(names.getOrDefault(alike.getKey(), name));
                names.put(alike.getKey(), name);
            }
        }
        return consistent ? Optional.of(names) : Optional.empty();
    }

    /** Adds the findings of {@link Part#groups} of a rank whose trace is not here. */
    public void addGroupFindings(Map<String, Finding> ofRank) {
        groups.add(ofRank);
    }

    /** The traces of all ranks, in their order. */
    public EtSet together(List<Part> parts) {
        parts.forEach(part -> addGroupFindings(part.groups));
        Report report = report(parts.stream().map(Part::findings).toList());
        return new EtSet(plan.prefix(), parts.stream().map(Part::graph).toList(), groups.groups(), report);
    }

    /** The report on all ranks, given the findings of each in order. */
    public Report report(List<List<Finding>> ranks) {
        groups.add(plan.groupFindings());
        List<Finding> all = new ArrayList<>(groups.findings());
        all.addAll(plan.findings());
        ranks.forEach(all::addAll);
        return Report.of(all);
    }

    /** Prefix of the files' names. */
    public String prefix() {
        return plan.prefix();
    }

    /** The process groups of the job. */
    public CommGroups groups() {
        return groups.groups();
    }

    /** What the conversion of a rank needs to know about its job. */
    private record RankJob(
            ConvertOptions options,
            CommAttributes.GroupNames groups,
            List<EtAttribute> head,
            long offsetNanos,
            RankTransfers transfers) {}

    private static EtGraph graph(LinkedRank rank, RankJob job, ConvertFindings rows) {
        ConvertOptions options = job.options;
        CommJudge judge = new CommJudge();
        BackendThreads backend = new BackendThreads(rank);
        SideThreads threads = new SideThreads(rank, backend);
        boolean whole = options.hostGaps() && !options.onlyCommunication();
        WorkNodes work = new WorkNodes(rank, judge, whole ? threads : null);
        rows.transfers(work, judge);
        job.transfers.over(work, rank.trace().clockOffsetNanos());
        if (options.onlyCommunication()) {
            return rows.checked(SerialEmitter.emit(rank, work, job.groups, job.head));
        }
        RankLayout layout = layout(rank, work, backend, threads, options);
        EtGraphBuilder out = new EtGraphBuilder("", job.head);
        RankEmitter emitter = new RankEmitter(rank, layout, options, job.groups, job.offsetNanos, job.transfers, out);
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
        transfers.over(work, rank.trace().clockOffsetNanos());
        RankLayout layout = layout(rank, work, backend, threads, plan.options());
        boolean clocked = plan.job().clock();
        TimelineSink out = new TimelineSink(clocked, clocked ? rank.trace().clockOffsetNanos() : 0);
        new RankEmitter(rank, layout, plan.options(), groups, plan.offsetNanos()[index], transfers, out).emit();
        return out;
    }

    private static RankLayout layout(
            LinkedRank rank, WorkNodes work, BackendThreads backend, SideThreads threads, ConvertOptions options) {
        long smallest = Math.round(options.smallestGap().toNanos());
        Launches launches = Launches.of(rank, work);
        HostTimeline host =
                new HostTimeline(rank, Cuts.of(rank, work, backend, launches), threads.elsewhere(), smallest);
        WorkLanes lanes = new WorkLanes(work);
        RankPlan order = new RankPlan(rank, work, host, lanes, backend, threads, launches);
        WorkTimes times = new WorkTimes(
                work,
                host,
                order,
                RankFacts.begin(rank),
                Math.round(options.profilerCost().toNanos()));
        return new RankLayout(work, lanes, times, host, order);
    }
}
