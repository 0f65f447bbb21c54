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
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.replay.ReplayedStep;
import org.etude.spec.SimulationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Everything called a step is the same step, recorded, replayed and simulated, in tables, summary, figures and files. */
class StepTruthTest {
    @TempDir
    private Path dir;

    /** Two steps of 990 us after 5 ms of host time that belong to no step; kernels of 800 us that begin this long after their launch. */
    private Path steps(int late) throws IOException {
        StringBuilder events = new StringBuilder(event("cpu_op", "aten::load", 0, 5000, 1, ""));
        for (int step = 0; step < 2; step++) {
            int at = 6000 + 1000 * step;
            int number = 10 + step;
            events.append(event("user_annotation", "ProfilerStep#" + step, at, 990, 1, ""));
            events.append(event("cpu_op", "aten::mm", at + 10, 50, 1, ""));
            events.append(event("cuda_runtime", "cudaLaunchKernel", at + 20, 10, 1, "\"correlation\": " + number));
            events.append(event(
                    "kernel",
                    "ampere_sgemm",
                    at + 30 + late,
                    800,
                    7,
                    "\"device\": 0, \"stream\": 7, \"correlation\": " + number));
        }
        return write(0, 1, events.toString());
    }

    private Path write(int rank, int world, String events) throws IOException {
        Files.writeString(
                dir.resolve("device_" + rank + ".json"),
                "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA A100\"}],"
                        + " \"distributedInfo\": {\"rank\": " + rank + ", \"world_size\": " + world
                        + ", \"backend\": \"nccl\"}, \"traceEvents\": [" + events.substring(1) + "]}");
        return dir;
    }

    private static String allReduce(int at, int micros) {
        return event("cpu_op", "c10d::allreduce_", at, 40, 1, "")
                + event("cuda_runtime", "cudaLaunchKernelExC", at + 5, 10, 1, "\"correlation\": 50")
                + event(
                        "kernel",
                        "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                        at + 20,
                        micros,
                        7,
                        "\"device\": 0, \"stream\": 7, \"correlation\": 50, \"Collective name\": \"allreduce\","
                                + " \"In msg nelems\": 1024, \"Out msg nelems\": 1024, \"dtype\": \"Float\", \"Group size\":"
                                + " 2, \"Process Group Name\": \"0\", \"Process Group Ranks\": \"[0, 1]\"");
    }

    /** Time before and between the steps counts for none of them, in any column of the first line. */
    @Test
    void theFirstLineIsOfTheStepsAlone() throws IOException {
        Traces traces = Traces.load(steps(0).toString());
        Workload work = traces.link().toEt();
        Simulation sim = work.repair().simulate(Topology.ring(1));
        assertThat(sim.result().stepNs() / 1e6).isGreaterThan(7);
        StepSummary summary = sim.against(traces, work);
        assertThat(summary.lines().get(0))
                .isEqualTo("Step of rank 0 (mean of 2): recorded 0.990 ms | replayed 0.990 ms (+0.0 %) | simulated"
                        + " 0.990 ms (+0.0 %)");
        assertThat(summary.simulatedMs()).isCloseTo(0.99, within(1e-4));
        assertThat(sim.against(traces).lines().get(0)).contains("| replayed - |");
    }

    /** Host traces hold no times, so there is no step: neither one of no time, nor one that the host bounds. */
    @Test
    void hostTracesAloneHaveNoStep() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            String name = "host_" + rank + ".json.gz";
            Files.copy(Path.of("data", "cnn-2", name), dir.resolve(name));
        }
        String why = "Step of rank 0: no rank has a device trace (device_R.json), and an execution trace alone does not"
                + " tell how long anything took";
        TestShell there = TestShell.run("run", dir).exits(ExitCode.FINDINGS);
        assertThat(there.out().lines().limit(2))
                .containsExactly(
                        why,
                        "Not simulated: record the Kineto trace of the same run as well, or name a network to simulate"
                                + " the transfers alone");
        Traces traces = Traces.load(dir);
        Workload work = traces.link().toEt().repair();
        Simulation sim = work.simulate(Topology.ring(2));
        StepSummary summary = sim.against(traces);
        assertThat(summary.lines().get(0)).isEqualTo(why);
        assertThat(summary.lines().get(1)).startsWith("Transfers alone, without any computation: ");
        assertThat(summary.simulatedMs()).isPositive();
    }

    @Test
    void figuresCompareTheSameSteps() throws IOException {
        Traces traces = Traces.load(steps(0).toString());
        Table overlap = Plots.overlap(traces, traces.link().toEt().repair().simulate(Topology.ring(1)))
                .table();
        Row recorded = overlap.row(0);
        Row simulated = overlap.row(1);
        assertThat(simulated.getString("source")).isEqualTo("simulated");
        assertThat(recorded.getDouble("step_ms")).isEqualTo(0.99);
        for (String part : new String[] {"compute_only_ms", "host_ms", "idle_ms", "step_ms"}) {
            assertThat(simulated.getDouble(part)).as(part).isCloseTo(recorded.getDouble(part), within(1e-4));
        }
    }

    @Test
    void stepsOfAGpuThatRunsBehindAreOneWindowEverywhere() throws IOException {
        Traces traces = Traces.load(steps(1500).toString());
        Workload work = traces.link().toEt();
        assertThat(traces.steps().doubleColumn("wall_ms").asList()).containsExactly(1.0, 0.8);
        assertThat(traces.steps().doubleColumn("compute_ms").asList()).containsExactly(0.8, 0.8);
        List<ReplayedStep> replayed = work.replayed();
        assertThat(replayed).extracting(ReplayedStep::measuredNanos).containsExactly(1_000_000L, 800_000L);
        // A node that only holds work back takes the engine's least time, 1 ns.
        assertThat(replayed).allMatch(step -> Math.abs(step.replayedNanos() - step.measuredNanos()) <= 1);
        StepSummary summary = work.repair().simulate(Topology.ring(1)).against(traces, work);
        assertThat(summary.recordedMs().orElseThrow()).isCloseTo(0.9, within(1e-9));
        assertThat(summary.replayedMs().orElseThrow()).isCloseTo(0.9, within(1e-5));
        assertThat(summary.simulatedMs()).isCloseTo(0.9, within(1e-4));
    }

    @Test
    void replayWritesTheColumnsOfTheIssue() throws IOException {
        TestShell shell = TestShell.run("replay", steps(0), "--format", "csv").exits(ExitCode.OK);
        assertThat(shell.out()).startsWith("""
                rank,step,measured_ms,replayed_ms,error_frac
                0,0,0.99,0.99,0
                0,1,0.99,0.99,0
                """);
    }

    @Test
    void aLoneRankOfAJobIsRefusedOrCopied() throws IOException {
        write(0, 2, event("cpu_op", "aten::mm", 0, 50, 1, "") + allReduce(60, 300));
        Workload one = Traces.load(dir.toString()).link().toEt();
        assertThatThrownBy(() -> one.repair().simulate(Topology.ring(1)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("the job had 2 ranks, of which 1 was recorded")
                .hasMessageContaining("-n 2 on the command line, scaleTo(2) in Java");
        Simulation both = one.repair().scaleTo(2).simulate(Topology.ring(2));
        assertThat(both.result().ranks().size()).isEqualTo(2);
        assertThat(both.result().ranks().split().get(0).commNanos()).isPositive();
        TestShell.run("run", dir).exits(ExitCode.FAILED);
    }

    @Test
    void checkNamesMissingRanks() throws IOException {
        write(0, 2, event("cpu_op", "aten::mm", 0, 50, 1, "") + allReduce(60, 300));
        TestShell shell = TestShell.run("check", dir).exits(ExitCode.FINDINGS);
        assertThat(shell.out()).contains("rank 1 is missing", "not ready");
    }

    /** On a recording without GPU work the operators are the computation, recorded and simulated. */
    @Test
    void operatorsComputeOnACpuRecordingAlsoWhenSimulated() {
        Traces traces = Traces.load("data/cnn-2");
        Workload work = traces.link().toEt();
        double[] recorded = new double[2];
        for (Row step : traces.steps()) {
            recorded[step.getInt("rank")] += step.getDouble("compute_ms");
        }
        Workload repaired = work.repair();
        Table table = Plots.overlap(traces, repaired.simulate()).table();
        for (Row row : table) {
            double compute = row.getDouble("compute_only_ms") + row.getDouble("overlap_ms");
            assertThat(compute)
                    .as(row.getString("source") + " " + row.getInt("rank"))
                    .isCloseTo(recorded[row.getInt("rank")] / 3, within(0.02 * recorded[row.getInt("rank")] / 3));
        }
        assertThat(repaired.simulate(Topology.ring(2)).bound().toString()).startsWith("Critical path: compute 9");
    }

    /** Measured transfer times are those of one slow network; a faster one could save most of them. */
    @Test
    void aCalibratedRunSaysWhatItsTimesAreAndWhatAFasterNetworkSaves() throws IOException {
        Path timings = Files.writeString(
                dir.resolve("timings.csv"),
                "type,ranks,size_bytes,time_us\nall_reduce,2,1048576,50000\nall_reduce,2,4194304,200000\n");
        Traces traces = Traces.load("data/cnn-2");
        Simulation sim = traces.link()
                .predict(Topology.ring(2), s -> s.calibration(timings.toString()))
                .simulation();
        assertThat(sim.against(traces).toString())
                .contains("Network: transfers take the measured times of the calibration");
        assertThat(sim.bound().networkNs().orElseThrow())
                .isGreaterThan(sim.bound().stepNs() / 4);
    }
}
