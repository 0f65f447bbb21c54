// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterException;
import org.etude.et.convert.EtConverter;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.match.PeerPairing;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.store.StoredFile;
import org.etude.trace.file.Candidate;
import org.etude.trace.load.FoundTraces;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceCut;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Converts the traces of a job on a cluster, one task per rank: load, then link, then convert, each where the one before left its result.
 * This machine finds the files, puts outlines together between the stages, and holds the execution traces at the end.
 */
public final class ClusterConverter {
    private final FoundTraces found;
    private final List<List<Candidate>> inputs;
    private final LoadOptions load;
    private final Progress progress;
    private final List<List<LoadedFile>> outlines = new ArrayList<>();

    private ClusterConverter(FoundTraces found, LoadOptions load, Progress progress) {
        this.found = found;
        this.inputs = found.byRank();
        this.load = load;
        this.progress = progress;
    }

    /**
     * Converts.
     *
     * @param paths as {@link TraceLoader#load} takes them; executors must find them under the same names
     * @param step the only step to convert, if any
     * @throws ClusterException when the files of a rank cannot be told before they are read, or the cluster fails
     * @throws org.etude.report.EtudeException as loading and converting on one machine do
     */
    public static EtSet convert(
            Cluster cluster,
            List<Path> paths,
            LoadOptions load,
            Optional<Integer> step,
            LinkOptions link,
            ConvertOptions convert,
            Progress progress) {
        FoundTraces found =
                TraceLoader.find(paths.stream().map(Path::toAbsolutePath).toList());
        return new ClusterConverter(found, load, progress).run(cluster, step, link, convert);
    }

    private EtSet run(Cluster cluster, Optional<Integer> step, LinkOptions link, ConvertOptions convert) {
        List<byte[]> begin = new ArrayList<>();
        for (int k = 0; k < inputs.size(); k++) {
            begin.add(new RankInput.Input(k, inputs.get(k), load).bytes());
        }
        try (ClusterEngine engine = cluster.open();
                ClusterEngine.Stages stages =
                        engine.stages("conversion of " + begin.size() + " ranks", RankInput.class, begin)) {
            TraceSet traces = traces(answers(stages, "load", new byte[0]));
            byte[] places = new RankEvents.Places(places(traces, step), step, link.withThreads(1)).bytes();
            AllOutlines.Sent outlines = together(answers(stages, "link", places), traces.worldSize(), convert);
            return converted(answers(stages, "convert", outlines.bytes()), AllOutlines.of(outlines));
        }
    }

    private byte[][] answers(ClusterEngine.Stages stages, String what, byte[] shared) {
        byte[][] answers = new byte[inputs.size()][];
        int[] done = {0};
        progress.at(what, 0, answers.length);
        stages.next(what, shared, (rank, answer) -> {
            answers[rank] = answer;
            progress.at(what, ++done[0], answers.length);
        });
        return answers;
    }

    private TraceSet traces(byte[][] answers) {
        for (byte[] answer : answers) {
            outlines.add(StoredFile.of(answer, RankEvents.OUTLINE, RankEvents.Outline.class)
                    .files());
        }
        return TraceLoader.assemble(
                found, outlines.stream().flatMap(List::stream).toList());
    }

    private List<RankEvents.Place> places(TraceSet traces, Optional<Integer> step) {
        TraceSet wanted = step.map(n -> TraceCut.step(traces, n)).orElse(traces);
        Set<Integer> ranks = wanted.ranks().stream().map(RankTrace::rank).collect(Collectors.toSet());
        List<RankEvents.Place> places = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            if (!ranks.contains(rank.rank())) {
                continue;
            }
            RankEvents.File host = file(rank.host());
            RankEvents.File device = file(rank.device());
            if (host.input() >= 0 && device.input() >= 0 && host.input() != device.input()) {
                throw new ClusterException(
                        "rank " + rank.rank()
                                + ": that its host and device file belong together is told by their content only",
                        "Name them host_" + rank.rank() + ".json and device_" + rank.rank()
                                + ".json, or convert on one machine.");
            }
            places.add(new RankEvents.Place(rank.rank(), host, device, rank.clockOffsetNanos(), rank.steps()));
        }
        return places;
    }

    private RankEvents.File file(Object trace) {
        for (int input = 0; trace != null && input < outlines.size(); input++) {
            for (int number = 0; number < outlines.get(input).size(); number++) {
                LoadedFile file = outlines.get(input).get(number);
                if (file.host() == trace || file.device() == trace) {
                    return new RankEvents.File(input, number);
                }
            }
        }
        return RankEvents.File.NONE;
    }

    private AllOutlines.Sent together(byte[][] answers, int worldSize, ConvertOptions convert) {
        List<GraphOutline> graphs = Stream.of(answers)
                .filter(answer -> answer.length > 0)
                .map(answer -> StoredFile.of(answer, GraphOutline.KIND, GraphOutline.class))
                .sorted((a, b) -> Integer.compare(a.trace().rank(), b.trace().rank()))
                .toList();
        List<LinkedRank> open =
                graphs.stream().map(g -> (LinkedRank) new OutlinedRank(g)).toList();
        List<GraphOutline> completed = new ArrayList<>();
        for (int k = 0; k < graphs.size(); k++) {
            completed.add(graphs.get(k).with(PeerPairing.collectives(open, k)));
        }
        List<LinkedRank> ranks =
                completed.stream().map(g -> (LinkedRank) new OutlinedRank(g)).toList();
        return new AllOutlines.Sent(completed, worldSize, matches(ranks, worldSize), convert);
    }

    /** Only host backends have waits that the conversion takes from the other ranks. */
    private static Optional<CollectiveMatches> matches(List<LinkedRank> ranks, int worldSize) {
        boolean onHost = ranks.stream()
                .anyMatch(rank -> rank.collectives().stream().anyMatch(c -> rank.kind(c.node()) == NodeKind.HOST_COMM));
        TraceSet traces = new TraceSet("", ranks.stream().map(LinkedRank::trace).toList(), worldSize, Report.empty());
        return onHost
                ? Optional.of(CollectiveMatcher.match(
                        new LinkedSet(traces, ranks, List.of(), Report.empty(), Optional.empty())))
                : Optional.empty();
    }

    private static EtSet converted(byte[][] answers, AllOutlines all) {
        return all.converter()
                .together(Stream.of(answers)
                        .filter(answer -> answer.length > 0)
                        .map(answer -> StoredFile.of(answer, RankTraces.KIND, RankTraces.Converted.class))
                        .sorted(Comparator.comparingInt(RankTraces.Converted::rank))
                        .map(part -> new EtConverter.Part(EtFiles.of(part.et()), part.findings(), part.groups()))
                        .toList());
    }
}
