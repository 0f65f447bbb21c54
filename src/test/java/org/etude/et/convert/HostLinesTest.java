// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostLines;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.etude.replay.Replays;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two training threads, both recorded: the main one calls an all-reduce over gloo from 1.51 to 5.07 ms, another, which begins at
 * 0.1 ms, one from 3.1 to 8.16 ms. The main one then waits for what the other does until 9 ms, and goes on at 9.03.
 */
class HostLinesTest {
    @TempDir
    Path dir;

    private static void allReduce(Recording.Rank rank, int thread, int gloo, double at, double end) {
        rank.op("c10d::allreduce_", thread, at, 50)
                .arg("Input Dims", List.of(List.of(256)))
                .arg("Input type", List.of("float"))
                .arg("Concrete Inputs", List.of("", "", "", "", "False", "-1"))
                .op("gloo:all_reduce", gloo, at + 55, end - at - 55);
    }

    private static void job(Recording.Rank rank) {
        rank.event("user_annotation", "ProfilerStep#1", 1, 0, 10_000)
                .op("aten::s", 1, 2, 8)
                .op("aten::a", 1, 10, 1000)
                .op("aten::d", 2, 100, 3000)
                .op("aten::b", 1, 1010, 500);
        allReduce(rank, 1, 7, 1510, 5065);
        allReduce(rank, 2, 8, 3100, 8155);
        rank.op("aten::b", 1, 5070, 1000)
                .op("aten::e", 2, 8160, 840)
                .op("aten::c", 1, 9030, 960)
                .op("aten::z", 1, 10_010, 10);
    }

    private Traces traces() {
        Recording job = new Recording(2);
        job(job.rank(0));
        job(job.rank(1));
        job.load(dir);
        return Traces.load(dir.toString());
    }

    private static int last(EtGraph graph, String name) {
        return IntStream.range(0, graph.size())
                .filter(n -> graph.name(n).equals(name))
                .max()
                .orElseThrow();
    }

    @Test
    void eachThreadGoesOnByItself() {
        EtGraph graph = traces().link().toEt().set().ranks().get(0);
        int other = last(graph, "aten::e");
        assertThat(graph.integer(other, EtNames.RESOURCE, -1))
                .as("behind the two threads of gloo")
                .isEqualTo(2);
        assertThat(graph.has(last(graph, "aten::c"), EtNames.RESOURCE)).isFalse();
        int before = last(graph, "aten::c") - 1;
        assertThat(graph.dataDeps(before))
                .as("the gap before the last operator")
                .contains(graph.id(other));
        assertThat(graph.durationNanos(before)).isEqualTo(30_000);
    }

    /** PyTorch 1 writes the marks of steps as operators, and no engine's names: a backward pass begins within them all the same. */
    @Test
    void marksThatAreWrittenAsOperatorsHoldNothing() {
        Recording job = new Recording(1);
        job.rank(0)
                .event("Operator", "ProfilerStep#1", 1, 0, 10_000)
                .event("Operator", "aten::loss", 1, 10, 1_000)
                .event("Operator", "NllLossBackward", 2, 1_020, 3_000)
                .event("Operator", "aten::add_", 1, 4_030, 900);
        job.load(dir);
        EtGraph graph = Traces.load(dir.toString()).link().toEt().set().ranks().get(0);
        for (int node = 0; node < graph.size(); node++) {
            assertThat(graph.has(node, EtNames.RESOURCE)).as(graph.name(node)).isFalse();
        }
    }

    @Test
    void aReplayTakesTheRecordedTime() {
        Workload work = traces().link().toEt();
        assertThat(Replays.of(work.set(), Progress.NONE))
                .hasSize(2)
                .allMatch(step -> step.measuredNanos() == 10_000_000 && step.replayedNanos() == 10_000_000);
    }

    /** 4 ms of the other thread, 30 us later 0.97 ms of the main one, which would take 2.57 ms before that by itself. */
    @Test
    void withoutTransfersTheStepTakesWhatTheLongerThreadDoes() {
        Traces traces = traces();
        var run = traces.link()
                .toEt()
                .simulate(Topology.ring(2)
                        .bandwidth(Bandwidth.gigabytesPerSecond(1_000_000))
                        .latency(Time.ns(0)));
        assertThat(PredictedSteps.of(traces.set(), run.result()))
                .extracting(PredictedStep::simulatedNs)
                .allMatch(ns -> ns >= 5_000_000 && ns <= 5_000_100);
    }

    private int lines(Recording.Rank rank) {
        LinkedRank linked = rank.link(dir);
        return new HostLines(linked, new SideThreads(linked, new BackendThreads(linked)).elsewhere()).count();
    }

    /** Its operators only begin within those of the main thread, never the other way round. */
    @Test
    void aBackwardPassThatAnOperatorHoldsTakesTurns() {
        Recording.Rank rank = new Recording(1)
                .rank(0)
                .event("user_annotation", "ProfilerStep#1", 1, 0, 10_000)
                .op("CheckpointFunctionBackward", 1, 0, 5000)
                .op("autograd::engine::evaluate_function: A", 2, 100, 2000)
                .op("autograd::engine::evaluate_function: B", 2, 2100, 2000)
                .op("aten::c", 1, 5010, 1000);
        assertThat(lines(rank)).isEqualTo(1);
    }

    /** The same of a thread that runs no backward pass and calls collectives: nothing of the main one holds it. */
    @Test
    void aThreadOfShortOperatorsWorksAtTheSameTime() {
        Recording.Rank rank = new Recording(1)
                .rank(0)
                .event("user_annotation", "ProfilerStep#1", 1, 0, 10_000)
                .op("aten::a", 1, 0, 5000)
                .op("aten::d", 2, 100, 150);
        allReduce(rank, 2, 8, 300, 4000);
        rank.op("aten::d", 2, 4010, 150).op("aten::c", 1, 5010, 1000);
        assertThat(lines(rank)).isEqualTo(2);
    }

    /** The program starts the thread at 1.01 ms, before its next operator; the thread gets to its first 0.1 ms later. */
    @Test
    void aThreadBeginsWhenTheProgramStartsIt() {
        Recording.Rank rank = new Recording(1)
                .rank(0)
                .event("user_annotation", "ProfilerStep#1", 1, 0, 10_000)
                .op("aten::a", 1, 10, 990)
                .op("aten::b", 1, 1010, 3000)
                .op("aten::d", 2, 1110, 1000);
        allReduce(rank, 2, 8, 2110, 3500);
        rank.op("aten::e", 2, 3510, 1000).op("aten::c", 1, 4020, 1000);
        EtGraph graph = EtConverter.convert(rank.job().link(dir), ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
        int idle = last(graph, "aten::d") - 1;
        assertThat(graph.durationNanos(idle)).isEqualTo(100_000);
        long start = graph.startNanos(last(graph, "aten::a")) - 10_000;
        assertThat(IntStream.range(0, graph.size())
                        .filter(n -> graph.depCount(idle) == 1 && graph.id(n) == graph.dep(idle, 0))
                        .mapToLong(n -> graph.recordedEndNanos(n) - start))
                .containsExactly(1_010_000L);
    }
}
