package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.et.EtGraph;
import org.etude.et.EtSet;
import org.etude.link.LinkOptions;
import org.etude.link.LinkedSet;
import org.etude.link.Linker;
import org.etude.report.Progress;
import org.etude.trace.LoadOptions;
import org.etude.trace.RankTrace;
import org.etude.trace.TraceLoader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replaying a converted rank gives back the time measured. */
class AccuracyTest {
    @TestFactory
    Stream<DynamicTest> replayMeetsTheMeasuredTime() {
        return Shared.dir("corpus").stream()
                .flatMap(corpus -> Stream.of(System.getProperty(
                                        "accuracy",
                                        "der_resnet_ddp_2gpu_a100,der_mi300_pair_rank0,pub_dlrm_8gpu_v100,rec_cnn_ws2_bs32,rec_resnet50_ws2_bs4")
                                .split(","))
                        .map(corpus::resolve))
                .map(dir -> DynamicTest.dynamicTest(dir.getFileName().toString(), () -> check(dir)));
    }

    private void check(Path dir) {
        LinkedSet linked = Linker.link(
                TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE),
                LinkOptions.defaults(),
                Progress.NONE);
        EtSet set = EtConverter.convert(linked, ConvertOptions.defaults(), Progress.NONE);
        set.report().forEach(f -> System.out.println(f));
        for (int i = 0; i < set.ranks().size(); i++) {
            EtGraph graph = set.ranks().get(i);
            long from = Long.MAX_VALUE;
            long to = Long.MIN_VALUE;
            for (int n = 0; n < graph.size(); n++) {
                from = Math.min(from, graph.startNanos(n));
                to = Math.max(to, graph.startNanos(n) + graph.integer(n, "measured_ns", graph.durationNanos(n)));
            }
            Replay replay = new Replay(graph);
            assertThat(replay.done).isEqualTo(graph.size());
            System.out.printf(
                    Locale.ROOT,
                    "%s rank %d: %d nodes, measured %.3f ms, replayed %.3f ms, %+.2f %%%n",
                    dir.getFileName(),
                    i,
                    graph.size(),
                    (to - from) / 1e6,
                    replay.finished / 1e6,
                    100.0 * (replay.finished - (to - from)) / (to - from));
            RankTrace trace = linked.ranks().get(i).trace();
            for (RankTrace.StepWindow step : trace.steps()) {
                System.out.println("  step " + step.number() + " " + (step.endNanos() - step.startNanos()) / 1e6);
            }
        }
    }
}
