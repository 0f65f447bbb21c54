// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.etude.KinetoText.event;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.Plots;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.replay.ReplayedStep;
import org.etude.replay.Replays;
import org.etude.report.Progress;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.Table;

/** Host threads that run concurrently are separate resources; those that take turns share one. */
class SideThreadsTest {
    @TempDir
    private Path dir;

    /**
     * The main thread launches an all-reduce, waits for it in a synchronisation from 100 us on and goes on at its end, 10,000 us
     * later. A thread copies for 8,000 us from 150 us on, alongside the wait, and has run alongside operators of the main one before.
     */
    private Traces traces(String loader) throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            String events = event("user_annotation", "ProfilerStep#1", 0, 10_400, 1, "")
                    + event("cpu_op", "aten::a", 0, 20, 1, "")
                    + event("cpu_op", "aten::b", 25, 20, 1, "")
                    + event("cpu_op", "c10d::allreduce_", 50, 40, 1, "")
                    + event("cuda_runtime", "cudaLaunchKernelExC", 55, 10, 1, "\"correlation\": 50")
                    + event(
                            "kernel",
                            "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                            100,
                            10_000,
                            7,
                            "\"device\": 0, \"stream\": 7, \"correlation\": 50, \"Collective name\": \"allreduce\","
                                    + " \"In msg nelems\": 2500000, \"Out msg nelems\": 2500000, \"dtype\": \"Float\","
                                    + " \"Group size\": 2, \"Process Group Name\": \"0\","
                                    + " \"Process Group Ranks\": \"[0, 1]\"")
                    + event("cuda_runtime", "cudaDeviceSynchronize", 100, 10_010, 1, "\"correlation\": 51")
                    + event("cpu_op", "aten::c", 10_200, 200, 1, "")
                    + loader;
            Files.writeString(
                    dir.resolve("device_" + rank + ".json"),
                    "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA A100\"}],"
                            + " \"distributedInfo\": {\"rank\": " + rank
                            + ", \"world_size\": 2, \"backend\": \"nccl\"},"
                            + " \"traceEvents\": [" + events.substring(1) + "]}");
        }
        return Traces.load(dir.toString());
    }

    private static String loader() {
        return event("cpu_op", "aten::pin_memory", 5, 60, 2, "")
                + event("cpu_op", "aten::copy_", 10, 40, 2, "")
                + event("cpu_op", "aten::pin_memory", 150, 8_000, 2, "");
    }

    private static long sideNodes(EtGraph graph) {
        return IntStream.range(0, graph.size())
                .filter(n -> graph.isCpuOp(n) && graph.has(n, EtNames.RESOURCE))
                .count();
    }

    /** On a link 10 times as fast the main thread does not wait for a copy that is unrelated to it. */
    @Test
    void aThreadThatLoadsDataHoldsNobodyUp() throws IOException {
        Traces traces = traces(loader());
        Workload work = traces.link().toEt();
        assertThat(sideNodes(work.set().ranks().get(0))).isEqualTo(2);
        assertThat(work.findings().toString()).contains("2 operators of 1 host thread run at once with the others");
        List<ReplayedStep> replayed = Replays.of(work.set(), Progress.NONE);
        assertThat(replayed).isNotEmpty().allMatch(step -> Math.abs(step.errorFrac()) < 1e-5);
        // 10 MB over two ranks on 10 GB/s: 1 ms and latencies instead of 10.
        long there = step(traces, work, Bandwidth.gigabytesPerSecond(10));
        assertThat(there).isBetween(1_300_000L, 1_600_000L);
        // The copy continues after the step; it is not lost.
        assertThat(work.repair()
                        .simulate(Topology.ring(2)
                                .bandwidth(Bandwidth.gigabytesPerSecond(10))
                                .latency(Time.us(5)))
                        .result()
                        .stepNs())
                .isGreaterThan(8_000_000L);
    }

    /** Handed over: the main thread continues 20 us after the end of the copy, long after the all-reduce, and does so there too. */
    @Test
    void theMainThreadWaitsForWhatASideThreadHandsOver() throws IOException {
        Traces traces = traces(event("cpu_op", "aten::pin_memory", 5, 60, 2, "")
                + event("cpu_op", "aten::pin_memory", 10_150, 5_000, 2, "")
                + event("cpu_op", "aten::d", 10_300, 10, 1, "")
                + event("cpu_op", "aten::d", 15_170, 100, 1, ""));
        Workload work = traces.link().toEt();
        assertThat(sideNodes(work.set().ranks().get(0))).isEqualTo(2);
        assertThat(Replays.of(work.set(), Progress.NONE))
                .isNotEmpty()
                .allMatch(step -> Math.abs(step.errorFrac()) < 1e-5);
        Simulation sim = work.repair().simulate();
        assertThat(sim.result().stepNs()).isBetween(15_270_000L - 100, 15_270_000L + 100);
        // With copies that take no time it goes on when the second one begins, at 10.15 ms, or its own last operator
        // ends.
        assertThat(sim.changed(w -> w.op("aten::pin_memory", 0)).result().stepNs())
                .isBetween(10_310_000L, 10_600_000L);
    }

    /** Threads that take turns, as autograd's does, share one resource. */
    @Test
    void threadsThatTakeTurnsAreOneLine() throws IOException {
        Workload work = traces(event("cpu_op", "aten::pin_memory", 150, 8_000, 2, ""))
                .link()
                .toEt();
        assertThat(sideNodes(work.set().ranks().get(0))).isZero();
    }

    /**
     * Recorded on CPUs: an operator of the main thread waits from 130 to 10,100 us for an all-reduce of gloo, as a hook of autograd
     * does, and the thread again from 10,310 us on for what another one hands over at 15,150 us. That one copies from 2,000 to 5,000 us
     * and from 10,150 us on.
     */
    private Traces recordedOnCpus(int ranks) throws IOException {
        for (int rank = 0; rank < ranks; rank++) {
            String tensor = "\"Input Dims\": [[2500000]], \"Input type\": [\"float\"], \"Concrete Inputs\": [\"\"]";
            String events = event("cpu_op", "aten::a", 0, 20, 1, "")
                    + event("cpu_op", "aten::b", 25, 20, 1, "")
                    + event("cpu_op", "c10d::allreduce_", 50, 40, 1, "")
                    + event("user_annotation", "gloo:all_reduce", 100, 10_000, 3, tensor)
                    + event("cpu_op", "aten::hooked", 120, 10_080, 1, "")
                    + event("cpu_op", "aten::within", 125, 5, 1, "")
                    + event("cpu_op", "aten::c", 10_120, 60, 1, "")
                    + event("cpu_op", "aten::pin_memory", 5, 60, 2, "")
                    + event("cpu_op", "aten::pin_memory", 2_000, 3_000, 2, "")
                    + event("cpu_op", "aten::pin_memory", 10_150, 5_000, 2, "")
                    + event("cpu_op", "aten::d", 10_300, 10, 1, "")
                    + event("cpu_op", "aten::d", 15_170, 100, 1, "");
            Files.writeString(
                    dir.resolve("device_" + rank + ".json"),
                    "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": " + rank
                            + ", \"world_size\": 2, \"backend\": \"gloo\"}, \"traceEvents\": [" + events.substring(1)
                            + "]}");
        }
        return Traces.load(dir.toString());
    }

    /**
     * What a side thread computes is computation while the main thread waits, for a transfer or for the side thread, in the recording as
     * in the run; also when the other rank was not loaded.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSideThreadComputesWhileTheMainThreadWaits(int ranks) throws IOException {
        Traces traces = recordedOnCpus(ranks);
        Workload work = traces.link().toEt();
        assertThat(sideNodes(work.set().ranks().get(0))).isEqualTo(3);
        Table parts = Plots.overlap(traces).table();
        assertThat(parts.rowCount()).isEqualTo(ranks);
        // Both threads until 65 us; 10 us of aten::hooked and the second copy alongside the all-reduce; the rest of
        // aten::hooked,
        // the third copy and aten::d.
        for (int row = 0; row < ranks; row++) {
            assertThat(parts.doubleColumn("compute_only_ms").get(row)).isCloseTo(5.215, within(1e-9));
            assertThat(parts.doubleColumn("overlap_ms").get(row)).isCloseTo(3.010, within(1e-9));
        }
        if (ranks == 2) {
            Table both = Plots.overlap(traces, work.repair().simulate()).table();
            for (String part : List.of("compute_only_ms", "overlap_ms")) {
                assertThat(both.doubleColumn(part).get(1))
                        .as(part)
                        .isCloseTo(both.doubleColumn(part).get(0), within(1e-5));
            }
        }
        Table shown = Plots.timeline(traces).table();
        assertThat(shown.stream()
                        .filter(row ->
                                row.getInt("rank") == 0 && row.getString("lane").equals("compute"))
                        .map(row -> row.getString("name") + " " + row.getDouble("duration_us"))
                        .toList())
                .containsExactly(
                        "aten::a 20.0",
                        "aten::pin_memory 60.0",
                        "aten::b 20.0",
                        "aten::hooked 10.0",
                        "aten::pin_memory 3000.0",
                        "aten::hooked 100.0",
                        "aten::pin_memory 5000.0",
                        "aten::d 10.0",
                        "aten::d 100.0");
    }

    private static long step(Traces traces, Workload work, Bandwidth rate) {
        List<PredictedStep> steps = PredictedSteps.of(
                traces.set(),
                work.repair()
                        .simulate(Topology.ring(2).bandwidth(rate).latency(Time.us(5)))
                        .result());
        return steps.get(0).simulatedNs();
    }
}
