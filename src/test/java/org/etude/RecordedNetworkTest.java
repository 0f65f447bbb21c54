// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.KinetoText.event;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.spec.Fidelity;
import org.etude.spec.SimulationException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorded job simulated on the network it was recorded on takes the steps that were recorded, on every rank. */
class RecordedNetworkTest implements EachRecording {
    private static final Recordings RECORDINGS = Recordings.each(
            dir -> Files.exists(dir.resolve("device_0.json")) || Files.exists(dir.resolve("device_0.json.gz")),
            RecordedNetworkTest::check);
    private static final double MOST = 0.003;

    @TempDir
    private Path dir;

    /** A rank whose step begins at {@code begin} and that waits for a collective of 4 KB, which starts {@code from} later and takes {@code micros}. */
    private void rank(int rank, String type, int begin, int from, int micros) throws IOException {
        int launch = begin + 50;
        String events = event("user_annotation", "ProfilerStep#1", begin, from + micros + 20, 1, "")
                + event("cpu_op", "c10d::" + type + "_", launch - 5, 40, 1, "")
                + event("cuda_runtime", "cudaLaunchKernelExC", launch, 10, 1, "\"correlation\": 50")
                + event(
                        "kernel",
                        "ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)",
                        begin + from,
                        micros,
                        7,
                        "\"device\": 0, \"stream\": 7, \"correlation\": 50, \"Collective name\": \"" + type + "\","
                                + " \"In msg nelems\": 1024, \"Out msg nelems\": 1024, \"dtype\": \"Float\","
                                + " \"Group size\": 2, \"Process Group Name\": \"0\", \"Process Group Ranks\":"
                                + " \"[0, 1]\"")
                + event(
                        "cuda_runtime",
                        "cudaDeviceSynchronize",
                        begin + 95,
                        from + micros - 90,
                        1,
                        "\"correlation\": 51");
        Files.writeString(
                dir.resolve("device_" + rank + ".json"),
                "{\"schemaVersion\": 1, \"baseTimeNanoseconds\": 1700000000000000000, \"deviceProperties\": [{\"id\": 0,"
                        + " \"name\": \"NVIDIA A100\"}], \"distributedInfo\": {\"rank\": " + rank
                        + ", \"world_size\": 2, \"backend\": \"nccl\"}, \"traceEvents\": [" + events.substring(1)
                        + "]}");
    }

    private Workload work() {
        return Traces.load(dir.toString()).link().toEt().repair();
    }

    /** 300 us for 4 KB, which no network model knows, behind 5 ms for which rank 0 waits. */
    @Test
    void aTransferTakesWhatItTookBehindTheLastRank() throws IOException {
        rank(0, "allreduce", 0, 100, 5_300);
        rank(1, "allreduce", 5_000, 100, 300);
        Workload work = work();
        Simulation sim = work.simulate();
        // A node that only holds a rank back takes the engine's least time, 1 ns.
        assertThat(sim.result().stepNs()).isBetween(5_420_000L, 5_420_010L);
        assertThat(sim.ranks().doubleColumn("waiting_ms").get(0)).isCloseTo(5.0, within(1e-5));
        assertThat(sim.ranks().doubleColumn("exposed_comm_ms").asList()).allMatch(ms -> Math.abs(ms - 0.3) < 1e-5);
        // A model has a few us for 4 KB.
        assertThat(work.simulate(Topology.ring(2)).result().stepNs()).isLessThan(5_200_000);
        assertThat(sim.summary()).contains("the recorded network");
        assertThatThrownBy(() -> sim.whatIf(w -> w.links(2)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("there are no links to change");
        assertThat(TestShell.run("run", dir).exits(ExitCode.OK).out())
                .contains("simulated 5.420 ms (+0.0 %)", "the one recorded on");
        assertThat(TestShell.run("run", dir, "--bandwidth", "100Gbps")
                        .exits(ExitCode.OK)
                        .out())
                .contains("switch:2, 100 Gbps");
        assertThat(TestShell.run("run", dir, "--what-if", "links=2")
                        .exits(ExitCode.OK)
                        .out())
                .contains("switch:2, 400 Gbps");
        assertThat(TestShell.run("run", dir, "-n", "4").exits(ExitCode.OK).out())
                .contains("switch:4, 400 Gbps");
    }

    /** The root of a broadcast had finished before the other rank came, so it waits for no one; the other takes its own time. */
    @Test
    void whoLeftBeforeAnotherCameDidNotWait() throws IOException {
        rank(0, "broadcast", 0, 100, 200);
        rank(1, "broadcast", 250, 100, 300);
        Simulation sim = work().simulate();
        assertThat(sim.result().ranks().finish()[0]).isBetween(320_000L, 320_010L);
        assertThat(sim.result().stepNs()).isBetween(670_000L, 670_010L);
    }

    /** What no recording is has no recorded network. */
    @Test
    void aJobWithoutRecordedTimesIsRefused() {
        Workload made = Workload.of(2, r -> r.allReduce("a", new Bytes(1024)));
        assertThat(made.set().hasRecordedTransfers()).isFalse();
        assertThatThrownBy(() -> made.simulate(Topology.ring(2), s -> s.fidelity(Fidelity.RECORDED)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("has no recorded time")
                .hasMessageContaining("Give a topology");
        assertThat(made.simulate().result().complete()).isTrue();
    }

    @Override
    public Recordings cases() {
        return RECORDINGS;
    }

    private static void check(Path dir) {
        Recordings.load(dir).ifPresent(loaded -> checkSteps(dir, loaded.traces(), loaded.work()));
    }

    private static void checkSteps(Path dir, Traces traces, Workload work) {
        if (!work.set().hasRecordedTransfers()) {
            System.out.println("recorded " + dir.getFileName() + " not as recorded");
            return;
        }
        List<PredictedStep> steps =
                PredictedSteps.of(traces.set(), work.simulate().result());
        double worst = 0;
        for (PredictedStep step : steps) {
            worst = Math.max(worst, Math.abs(step.simulatedNs() / (double) step.recordedNs() - 1));
        }
        System.out.printf(Locale.ROOT, "recorded %s %d %.4f %%%n", dir.getFileName(), steps.size(), 100 * worst);
        assertThat(worst).isLessThan(MOST);
    }
}
