// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterException;
import org.etude.cluster.ClusterWork;
import org.etude.cluster.CollectedAnswers;
import org.etude.cluster.FirstStage;
import org.etude.et.convert.EtConverter;
import org.etude.et.convert.JobPlan;
import org.etude.et.convert.RankFacts;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.et.wire.Existing;
import org.etude.et.wire.StagedEts;
import org.etude.link.match.OpenGroups;
import org.etude.link.match.OpenTransfers;
import org.etude.link.match.RankSequences;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.TraceConversion;
import org.etude.store.StoredFile;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.file.Candidate;
import org.etude.trace.load.FoundTraces;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Converts the traces of a job on a cluster, one task per rank: load, then link, then convert, each on the machine that
 * has the previous result. The driver finds the files, makes the decisions between stages from the ranks' summaries,
 * and holds the execution traces at the end. Collectives are matched across ranks on the cluster, by bringing possible
 * matches together.
 */
public final class ClusterConverter {
    private final TraceConversion conversion;
    private final FoundTraces found;
    private final List<List<Candidate>> inputs;
    private final Progress progress;
    private final List<List<LoadedFile>> outlines = new ArrayList<>();

    private ClusterConverter(TraceConversion conversion, Progress progress) {
        this.conversion = conversion;
        found = TraceLoader.find(
                conversion.paths().stream().map(Path::toAbsolutePath).toList());
        inputs = found.byRank();
        this.progress = progress;
    }

    /**
     * Converts.
     *
     * @param conversion of paths that executors must find under the same names
     * @throws ClusterException when the files of a rank cannot be determined before they are read, or the cluster
     *     fails
     * @throws org.etude.report.EtudeException as for loading and converting on one machine
     */
    public static EtSet convert(Cluster cluster, TraceConversion conversion, Progress progress) {
        Converted ranks = new ClusterConverter(conversion, progress).run(cluster, Optional.empty());
        return new EtConverter(ranks.plan)
                .together(ranks.parts.stream()
                        .map(part -> new EtConverter.Part(EtFiles.of(part.et()), part.findings(), part.groups()))
                        .toList());
    }

    /**
     * The result of a conversion into files.
     *
     * @param sums the nodes of each rank by kind
     * @param report assumptions and omissions
     */
    public record Written(List<List<KindSums>> sums, Report report) {}

    /**
     * Converts into files: each machine writes those of its ranks, if it sees the directory; what it sends instead is
     * written here. The files are those of {@link #convert}, all of them or none.
     *
     * @throws ClusterException as {@link #convert} does
     * @throws org.etude.report.EtudeException as {@link #convert} does, and when the directory cannot be written
     */
    public static Written write(
            Cluster cluster, TraceConversion conversion, Path directory, Existing existing, Progress progress) {
        return StagedEts.write(directory, existing, staged -> {
            Converted ranks = new ClusterConverter(conversion, progress).run(cluster, Optional.of(staged.path()));
            EtConverter converter = new EtConverter(ranks.plan);
            ranks.parts.forEach(part -> converter.addGroupFindings(part.groups()));
            Report report = converter.report(
                    ranks.parts.stream().map(RankTraces.Converted::findings).toList());
            staged.complete(
                    converter.prefix(),
                    ranks.parts.stream().map(RankTraces.Converted::written).toList(),
                    ranks.parts.stream().map(RankTraces.Converted::et).toList(),
                    converter.groups());
            return new Written(
                    ranks.parts.stream().map(RankTraces.Converted::nodes).toList(), report);
        });
    }

    /** The converted ranks, in order. */
    private record Converted(JobPlan plan, List<RankTraces.Converted> parts) {}

    private Converted run(Cluster cluster, Optional<Path> staging) {
        List<byte[]> begin = new ArrayList<>();
        for (int k = 0; k < inputs.size(); k++) {
            begin.add(FirstStage.sent(new RankInput.Files(k, inputs.get(k), conversion.load())));
        }
        try (ClusterEngine engine = cluster.open(ClusterWork.ONE_PASS);
                ClusterEngine.Stages stages =
                        engine.stages("conversion of " + begin.size() + " ranks", RankInput.class, begin)) {
            TraceSet traces = traces(answers(stages, "load", new byte[0]));
            byte[] sources = new RankEvents.RankSources(
                            sources(traces),
                            conversion.step(),
                            conversion.link().withThreads(1))
                    .bytes();
            SortedMap<Integer, Integer> ranks = new TreeMap<>();
            List<RankSummary> summaries = summaries(answers(stages, "link", sources), ranks);
            List<OpenTransfers> open = summaries.stream().map(RankSummary::open).toList();
            List<OpenGroups> groups =
                    summaries.stream().map(RankSummary::groups).toList();
            if (open.stream().anyMatch(rank -> !rank.kinds().isEmpty())
                    || groups.stream().anyMatch(rank -> !rank.isEmpty())) {
                byte[] others = JobView.ofOpen(ranks, open, groups).bytes();
                summaries = summaries(answers(stages, "pair messages", others), ranks);
            }
            if (summaries.stream().anyMatch(RankSummary::lacksSizes)) {
                byte[] view = JobView.ofSizes(ranks).bytes();
                summaries = summaries(
                        collect(
                                "compare sizes",
                                answers -> stages.exchange("compare sizes", SizeMeeting.class, view, answers)),
                        ranks);
            }
            List<RankFacts> facts = summaries.stream().map(RankSummary::facts).toList();
            if (facts.stream().anyMatch(RankFacts::onHost)) {
                match(stages, ranks, facts, summaries);
            }
            JobPlan plan = JobPlan.of(traces.worldSize(), facts, conversion.convert());
            byte[] view = JobView.ofPlan(ranks, plan, staging).bytes();
            return new Converted(plan, converted(answers(stages, "convert", view)));
        }
    }

    /** Only host backends have waits that the conversion takes from other ranks. */
    private void match(
            ClusterEngine.Stages stages,
            SortedMap<Integer, Integer> ranks,
            List<RankFacts> facts,
            List<RankSummary> summaries) {
        List<RankSequences> sequences =
                summaries.stream().map(RankSummary::sequences).toList();
        byte[] matching = JobView.ofMatching(ranks, facts, sequences).bytes();
        collect(
                "match collectives",
                answers -> stages.exchange("match collectives", TransferMeeting.class, matching, answers));
    }

    /** The summaries of the job's ranks, in order; {@code ranks} receives the input number of each. */
    private static List<RankSummary> summaries(byte[][] answers, SortedMap<Integer, Integer> ranks) {
        SortedMap<Integer, RankSummary> summaries = new TreeMap<>();
        for (int input = 0; input < answers.length; input++) {
            if (answers[input].length > 0) {
                RankSummary summary = RankSummary.of(answers[input]);
                summaries.put(summary.facts().rank(), summary);
                ranks.put(summary.facts().rank(), input);
            }
        }
        return List.copyOf(summaries.values());
    }

    private byte[][] answers(ClusterEngine.Stages stages, String what, byte[] shared) {
        return collect(what, answers -> stages.next(what, shared, answers));
    }

    private byte[][] collect(String what, Consumer<ClusterEngine.Answers> step) {
        return CollectedAnswers.of(what, inputs.size(), progress, step);
    }

    private TraceSet traces(byte[][] answers) {
        for (byte[] answer : answers) {
            outlines.add(StoredFile.of(answer, RankEvents.OUTLINE, RankEvents.Outline.class)
                    .files());
        }
        return TraceLoader.assemble(
                found, outlines.stream().flatMap(List::stream).toList());
    }

    private List<RankEvents.RankSource> sources(TraceSet traces) {
        Optional<Integer> step = conversion.step();
        TraceSet wanted = step.map(n -> TraceCut.step(traces, n)).orElse(traces);
        Set<Integer> ranks = wanted.ranks().stream().map(RankTrace::rank).collect(Collectors.toSet());
        Map<Object, RankEvents.File> files = files();
        List<RankEvents.RankSource> sources = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            if (!ranks.contains(rank.rank())) {
                continue;
            }
            RankEvents.File host = files.getOrDefault(rank.host(), RankEvents.File.NONE);
            RankEvents.File device = files.getOrDefault(rank.device(), RankEvents.File.NONE);
            if (host.input() >= 0 && device.input() >= 0 && host.input() != device.input()) {
                throw new ClusterException(
                        "rank " + rank.rank()
                                + ": only the content of its host and device file shows that they belong together",
                        "Name them host_" + rank.rank() + ".json and device_" + rank.rank()
                                + ".json, or convert on one machine.");
            }
            sources.add(new RankEvents.RankSource(rank.rank(), host, device, rank.clockOffsetNanos(), rank.steps()));
        }
        return sources;
    }

    /** The file of each host and device trace. */
    private Map<Object, RankEvents.File> files() {
        Map<Object, RankEvents.File> files = new IdentityHashMap<>();
        for (int input = 0; input < outlines.size(); input++) {
            for (int number = 0; number < outlines.get(input).size(); number++) {
                LoadedFile file = outlines.get(input).get(number);
                RankEvents.File place = new RankEvents.File(input, number);
                files.putIfAbsent(file.host(), place);
                files.putIfAbsent(file.device(), place);
            }
        }
        files.remove(null);
        return files;
    }

    private static List<RankTraces.Converted> converted(byte[][] answers) {
        return Stream.of(answers)
                .filter(answer -> answer.length > 0)
                .map(answer -> StoredFile.of(answer, RankTraces.KIND, RankTraces.Converted.class))
                .sorted(Comparator.comparingInt(RankTraces.Converted::rank))
                .toList();
    }
}
