// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterWork;
import org.etude.cluster.CollectedAnswers;
import org.etude.cluster.FirstStage;
import org.etude.cluster.RemoteMeeting;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFileList;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.et.wire.Existing;
import org.etude.et.wire.StagedEts;
import org.etude.repair.Repair;
import org.etude.repair.Repaired;
import org.etude.repair.across.CommOutline;
import org.etude.repair.across.GroupNames;
import org.etude.repair.across.NamedGroups;
import org.etude.repair.across.RecordedGroups;
import org.etude.repair.graph.Change;
import org.etude.repair.graph.ChangeLog;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.RepairOptions;

/**
 * Repairs a job's execution traces on a cluster, one task per rank, with the result of {@link Repair#run}. The driver
 * compares digests; what differs is decided on the cluster, where a shuffle brings together what belongs together:
 * messages by channel, collectives by process group, and nodes that ranks copy from each other.
 */
public final class ClusterRepair {
    private final ClusterEngine.Stages stages;
    private final int count;
    private final RepairOptions options;
    private final Progress progress;
    private final List<Finding> findings = new ArrayList<>();
    private List<CommOutline> outlines;
    private SharedTraces shared;

    private ClusterRepair(ClusterEngine.Stages stages, int count, RepairOptions options, Progress progress) {
        this.stages = stages;
        this.count = count;
        this.options = options;
        this.progress = progress;
    }

    /**
     * Repairs files, which the cluster's machines read.
     *
     * @param prefix as {@link EtFiles#readSet} takes it; executors must find the files under the same names
     * @throws org.etude.cluster.ClusterException when the cluster fails
     * @throws org.etude.report.EtudeException as for reading on one machine
     */
    public static Repaired files(Cluster cluster, Path prefix, RepairOptions options, Progress progress) {
        return files(cluster, prefix, options, progress, Optional.empty()).repaired;
    }

    /** A repair, and the nodes of each rank by kind if its files were written. */
    private record Outcome(Repaired repaired, List<List<KindSums>> sums) {}

    /**
     * What a repair into files leaves to tell.
     *
     * @param changes every change, by pass and rank
     * @param sums the nodes of each rank by kind
     * @param report findings
     */
    public record Written(List<Change> changes, List<List<KindSums>> sums, Report report) {}

    /**
     * Repairs files into files: each machine writes those of its ranks, if it sees the directory; what it sends instead
     * is written here. All of them or none.
     *
     * @throws org.etude.cluster.ClusterException when the cluster fails
     * @throws org.etude.report.EtudeException as for reading on one machine, and when the directory cannot be written
     */
    public static Written write(
            Cluster cluster, Path prefix, RepairOptions options, Path directory, Existing existing, Progress progress) {
        Outcome outcome = StagedEts.write(
                directory, existing, staged -> files(cluster, prefix, options, progress, Optional.of(staged)));
        Repaired repaired = outcome.repaired;
        return new Written(repaired.changes(), outcome.sums, repaired.set().report());
    }

    private static Outcome files(
            Cluster cluster, Path prefix, RepairOptions options, Progress progress, Optional<StagedEts> staged) {
        EtFileList list = EtFileList.of(prefix);
        List<byte[]> inputs = new ArrayList<>();
        for (int rank = 0; rank < list.world(); rank++) {
            Optional<Path> file = Optional.ofNullable(list.files().get(rank)).map(Path::toAbsolutePath);
            inputs.add(FirstStage.sent(new EtInput.Place(rank, file, new byte[0])));
        }
        EtSet job = new EtSet(list.prefix(), List.of(), list.groups(), list.report());
        return run(cluster, job, inputs, SharedTraces::ofFiles, options, progress, staged);
    }

    /** Repairs traces of this process, which are sent. */
    public static Repaired traces(Cluster cluster, EtSet set, RepairOptions options, Progress progress) {
        Map<EtGraph, byte[]> known = new IdentityHashMap<>();
        Map<EtGraph, Integer> first = new IdentityHashMap<>();
        List<byte[]> inputs = new ArrayList<>();
        List<Integer> traces = new ArrayList<>();
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            EtGraph graph = set.ranks().get(rank);
            byte[] bytes = known.computeIfAbsent(graph, EtFiles::bytes);
            inputs.add(FirstStage.sent(new EtInput.Place(rank, Optional.empty(), bytes)));
            first.putIfAbsent(graph, rank);
            traces.add(first.get(graph));
        }
        return run(cluster, set, inputs, digests -> SharedTraces.of(traces), options, progress, Optional.empty())
                .repaired;
    }

    private static Outcome run(
            Cluster cluster,
            EtSet job,
            List<byte[]> inputs,
            Function<List<String>, SharedTraces> sharing,
            RepairOptions options,
            Progress progress,
            Optional<StagedEts> staged) {
        try (ClusterEngine engine = cluster.open(ClusterWork.ONE_PASS);
                ClusterEngine.Stages stages =
                        engine.stages("repair of " + inputs.size() + " ranks", EtInput.class, inputs)) {
            ClusterRepair repair = new ClusterRepair(stages, inputs.size(), options, progress);
            CommGroups groups = repair.passes(job.groups(), sharing);
            repair.messages();
            repair.collectives(groups);
            return repair.finish(job.prefix(), groups, job.report(), staged);
        }
    }

    private CommGroups passes(CommGroups groups, Function<List<String>, SharedTraces> sharing) {
        List<RankPasses.Answer> passed =
                next("repair", new RankPasses(count, groups, options)).map(RankPasses.Answer::of);
        shared = sharing.apply(passed.stream().map(RankPasses.Answer::digest).toList());
        List<TraceEdit> edits = passed.stream().map(RankPasses.Answer::edit).toList();
        shared.edited(RepairPhase.PASSES, edits);
        outlines = new ArrayList<>();
        edits.forEach(edit -> outlines.add(edit.outline().orElseThrow()));
        SortedMap<String, TreeSet<Integer>> unlisted = new TreeMap<>(GroupNames.ORDER);
        RecordedGroups recorded = new RecordedGroups(count);
        for (int rank = 0; rank < count; rank++) {
            RankPasses.Answer answer = passed.get(rank);
            recorded.addAll(answer.recorded());
            for (String name : answer.unlisted()) {
                unlisted.computeIfAbsent(name, key -> new TreeSet<>()).add(rank);
            }
        }
        NamedGroups named = NamedGroups.of(groups, unlisted, recorded);
        findings.addAll(named.findings());
        if (!named.renamed().isEmpty()) {
            edited(RepairPhase.GROUPS, next("name groups", new GroupRenaming(count, named, options)));
        }
        return named.groups();
    }

    private void messages() {
        MessageExchange exchange = MessageExchange.of(outlines, options);
        if (!exchange.isEmpty()) {
            edited(RepairPhase.TRANSFERS, meet("match messages", MessageMeeting.class, exchange));
        }
    }

    private void edited(RepairPhase phase, Answers answers) {
        List<TraceEdit> edits = answers.map(TraceEdit::of);
        shared.edited(phase, edits);
        SortedMap<Long, List<Finding>> told = new TreeMap<>();
        for (int rank = 0; rank < count; rank++) {
            TraceEdit edit = edits.get(rank);
            if (edit.outline().isPresent()) {
                outlines.set(rank, edit.outline().get());
            }
            told.putAll(edit.findings());
        }
        told.values().forEach(findings::addAll);
    }

    private void collectives(CommGroups groups) {
        SortedMap<String, List<Integer>> callers = new TreeMap<>(GroupNames.ORDER);
        for (int rank = 0; rank < count; rank++) {
            for (String name : outlines.get(rank).groups().keySet()) {
                callers.computeIfAbsent(name, key -> new ArrayList<>()).add(rank);
            }
        }
        CollectiveExchange exchange = CollectiveExchange.of(options);
        SortedMap<String, List<Finding>> told = new TreeMap<>(GroupNames.ORDER);
        callers.forEach((name, ranks) -> told.put(name, new ArrayList<>(exchange.add(groups, name, ranks, outlines))));
        if (!exchange.isEmpty()) {
            List<CollectiveExchange.Answer> plans =
                    meet("match collectives", CollectiveMeeting.class, exchange).map(CollectiveExchange.Answer::of);
            plans.forEach(plan ->
                    plan.findings().forEach((name, found) -> told.get(name).addAll(found)));
            shared.planned(plans);
            if (plans.stream().anyMatch(CollectiveExchange.Answer::waits)) {
                meet("copy collectives", CopyMeeting.class, new CopyExchange(count));
            }
        }
        told.values().forEach(findings::addAll);
    }

    private Outcome finish(String prefix, CommGroups groups, Report report, Optional<StagedEts> staged) {
        shared.silent().put(RepairPhase.EMPTY, shared.copies());
        List<Finding> hangs = options.astraSim() ? hangs() : List.of();
        FinishedRepair last = new FinishedRepair(shared.silent(), shared.copies(), prefix, staged.map(StagedEts::path));
        List<RankResult> results = next("collect traces", last).map(RankResult::of);
        List<EtGraph> graphs = staged.isPresent() ? List.of() : graphs(results);
        staged.ifPresent(files -> complete(files, prefix, groups, results));
        ChangeLog log = new ChangeLog();
        for (RepairPhase phase : RepairPhase.values()) {
            for (RankResult result : results) {
                for (Change change : result.changes().getOrDefault(phase, List.of())) {
                    log.add(change.rank(), change.node(), change.pass(), change.action(), change.reason());
                }
            }
        }
        List<List<KindSums>> sums = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            sums.add(results.get(shared.lowest(rank)).sums());
        }
        return new Outcome(Repair.result(new EtSet(prefix, graphs, groups, report), findings, log, hangs), sums);
    }

    /** The first collective on which ASTRA-sim would hang; counts are compared only if ranks differ in them. */
    private List<Finding> hangs() {
        Map<String, Integer> senders = new HashMap<>();
        List<String> digests =
                next("count collectives", new CountExchange(Set.of())).map(CountExchange::digest);
        for (int rank = 0; rank < count; rank++) {
            senders.putIfAbsent(digests.get(rank), rank);
        }
        return senders.size() < 2
                ? List.of()
                : CountExchange.findings(
                        meet("compare counts", CountMeeting.class, new CountExchange(new TreeSet<>(senders.values())))
                                .bytes[0]);
    }

    private List<EtGraph> graphs(List<RankResult> results) {
        List<EtGraph> graphs = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            int lowest = shared.lowest(rank);
            graphs.add(
                    lowest < rank
                            ? graphs.get(lowest)
                            : EtFiles.of(results.get(rank).et()));
        }
        return graphs;
    }

    private void complete(StagedEts files, String prefix, CommGroups groups, List<RankResult> results) {
        List<Long> written = new ArrayList<>();
        List<byte[]> sent = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            int lowest = shared.lowest(rank);
            written.add(results.get(lowest).written());
            sent.add(results.get(lowest).et());
            if (lowest < rank && written.get(rank) >= 0) {
                files.copy(prefix, lowest, rank);
            }
        }
        files.complete(prefix, written, sent, groups);
    }

    /** By rank, the answer to a stage. */
    private record Answers(byte[][] bytes) {
        <T> List<T> map(Function<byte[], T> decoder) {
            return Arrays.stream(bytes).map(decoder).toList();
        }
    }

    private Answers next(String what, Record step) {
        byte[] view = RepairView.bytes(step);
        return new Answers(CollectedAnswers.of(what, count, progress, answers -> stages.next(what, view, answers)));
    }

    private Answers meet(String what, Class<? extends RemoteMeeting> meeting, Record exchange) {
        byte[] view = RepairView.bytes(exchange);
        return new Answers(
                CollectedAnswers.of(what, count, progress, answers -> stages.exchange(what, meeting, view, answers)));
    }
}
