package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.et.EtGraph;
import org.etude.et.EtSet;
import org.etude.et.feed.EtValidator;
import org.etude.link.EdgeKind;
import org.etude.link.LinkOptions;
import org.etude.link.LinkedSet;
import org.etude.link.Linker;
import org.etude.link.NodeKind;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.trace.LoadOptions;
import org.etude.trace.RankTrace.StepWindow;
import org.etude.trace.TraceLoader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replaying a converted rank gives back the step times measured, within 1 %. */
class AccuracyTest {
    private static final List<String> PAIRS = List.of(
            "der_resnet_ddp_2gpu_a100",
            "der_mi300_pair_rank0",
            "der_hip_resnet_ddp_2gpu",
            "pub_dlrm_8gpu_v100",
            "rec_cnn_ws2_bs32",
            "rec_fsdp2_ws2");

    @TestFactory
    Stream<DynamicTest> stepsOfTheCorpus() {
        return Shared.dir("corpus").stream()
                .flatMap(corpus -> PAIRS.stream().map(corpus::resolve))
                .filter(Files::isDirectory)
                .map(this::test);
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> stepsOfAllRecordings() throws IOException {
        Path corpus = Shared.dir("corpus").orElse(null);
        if (corpus == null) {
            return Stream.of();
        }
        try (Stream<Path> all = Files.list(corpus)) {
            return all
                    .filter(dir -> dir.getFileName().toString().matches("(rec|der)_.*"))
                    .filter(dir -> !dir.getFileName().toString().contains("crash"))
                    .sorted()
                    .toList()
                    .stream()
                    .map(this::test);
        }
    }

    @Test
    void twoThreadsAndAStreamReplayInTheTimeMeasured() {
        FakeRank rank = new FakeRank(0);
        for (int i = 0; i < 50; i++) {
            int launch = rank.host("main " + i, 100 * i, 30, 0);
            rank.host("worker " + i, 100 * i + 10, 40, 1);
            int kernel = rank.kernel("kernel " + i, 100 * i + 20, 70, 7, launch);
            int sync = rank.add(NodeKind.SYNC_CALL, "sync " + i, 100 * i + 60, 35, 0, -1);
            rank.depend(sync, kernel, EdgeKind.SYNC);
        }
        LinkedSet set = FakeRank.set(1, rank);
        EtGraph graph = EtConverter.convert(set, ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
        assertThat(new Replay(graph).finished).isEqualTo(4_995_000);
    }

    private DynamicTest test(Path dir) {
        return DynamicTest.dynamicTest(dir.getFileName().toString(), () -> check(dir));
    }

    private void check(Path dir) {
        LinkedSet linked = Linker.link(
                TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE),
                LinkOptions.defaults(),
                Progress.NONE);
        EtSet set = EtConverter.convert(linked, ConvertOptions.defaults(), Progress.NONE);
        for (int i = 0; i < set.ranks().size(); i++) {
            EtGraph graph = set.ranks().get(i);
            Replay replay = new Replay(graph);
            assertThat(replay.done).isEqualTo(graph.size());
            List<StepWindow> steps = linked.ranks().get(i).trace().steps();
            double worst = 0;
            for (StepWindow step : steps) {
                long measured = step.endNanos() - step.startNanos();
                long replayed = at(graph, replay, step.endNanos()) - at(graph, replay, step.startNanos());
                double error = 100.0 * (replayed - measured) / measured;
                worst = Math.abs(error) > Math.abs(worst) ? error : worst;
            }
            double span = span(graph);
            double total = 100.0 * (replay.finished - span) / span;
            System.out.printf(
                    Locale.ROOT,
                    "accuracy %s rank %d: %d nodes, span %.3f ms, replayed %.3f ms (%+.2f %%), %d steps, worst %+.2f %%%n",
                    dir.getFileName(),
                    i,
                    graph.size(),
                    span / 1e6,
                    replay.finished / 1e6,
                    total,
                    steps.size(),
                    worst);
            assertThat(Math.abs(worst)).isLessThan(1);
            assertThat(Math.abs(total)).isLessThan(1);
        }
        assertThat(EtValidator.check(set, Progress.NONE).findings().stream()
                        .filter(f -> f.stage().equals("validate") && f.level() == Level.ERROR && f.rank() >= 0)
                        .map(Finding::what)
                        .filter(what -> !what.startsWith("collective ") && !what.endsWith("more like it")))
                .isEmpty();
    }

    /** From the first start to the last end that was measured. */
    private static double span(EtGraph graph) {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (int n = 0; n < graph.size(); n++) {
            from = Math.min(from, graph.startNanos(n));
            to = Math.max(to, graph.startNanos(n) + graph.integer(n, "measured_ns", graph.durationNanos(n)));
        }
        return to - from;
    }

    /** When the replay's host reaches a moment of the recording. */
    private static long at(EtGraph graph, Replay replay, long time) {
        long found = 0;
        for (int n = 0; n < graph.size(); n++) {
            if (graph.isCpuOp(n) && graph.startNanos(n) <= time) {
                long whole = graph.integer(n, "measured_ns", graph.durationNanos(n));
                found = replay.end[n] - Math.max(0, graph.startNanos(n) + whole - time);
            }
        }
        return found;
    }
}
