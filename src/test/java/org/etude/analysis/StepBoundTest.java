// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.KinetoText.event;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.Simulation;
import org.etude.StepSummary;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.spec.Fidelity;
import org.etude.spec.SimulationException;
import org.etude.trace.activity.Activity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Row;

/** What bounds steps whose critical path is known by construction. */
class StepBoundTest {
    @Test
    void theHostSetsThePaceAndNoNetworkHelps() {
        // The all-reduce waits for nothing and hides behind 900 us of host work.
        StepBound bound = bound(
                Workload.of(2, r -> {
                    r.host("python", us(900));
                    r.compute("kernel", us(100));
                    r.after().allReduce("gradients", mib(1));
                }),
                1000);
        assertThat(bound.pace()).isEqualTo(Activity.HOST);
        assertThat(bound.share(Activity.HOST)).isCloseTo(0.9, within(1e-9));
        assertThat(bound.networkNs()).hasValue(0);
        assertThat(bound.networkHardlyMatters()).isTrue();
        assertThat(bound.report().findings().get(0).what())
                .isEqualTo("the host sets the pace: 90 % of the critical path");
        assertThat(bound.report().findings().get(0).effect())
                .isEqualTo("a faster network can save at most 0.000 of 1.000 ms (0.0 %)");
    }

    @Test
    void aTransferThatNothingHidesCanBeSavedWhole() {
        Workload work = Workload.of(2, r -> r.compute("kernel", us(100)).allReduce("gradients", mib(1)));
        Simulation sim = run(work, 10);
        StepBound bound = sim.bound();
        long transfer = sim.result().stepNs() - 100_000;
        assertThat(bound.pace()).isEqualTo(Activity.TRANSFER);
        assertThat(bound.nanos(Activity.TRANSFER)).isEqualTo(transfer);
        assertThat(bound.nanos(Activity.COMPUTE)).isEqualTo(100_000);
        // What is left of it are the endpoints' own delays and the nanosecond that a message needs.
        assertThat(bound.idealNs().orElseThrow()).isBetween(100_001L, 102_000L);
        assertThat(bound.networkNs())
                .hasValue(sim.result().stepNs() - bound.idealNs().orElseThrow());
        assertThat(bound.networkHardlyMatters()).isFalse();
    }

    @Test
    void thePathRunsThroughTheLateRankAndNotThroughTheWaiting() {
        Workload work = Workload.of(2, r -> {
            r.compute("kernel", us(r.rank() == 0 ? 100 : 500));
            r.allReduce("gradients", mib(1));
        });
        Simulation sim = run(work, 1000);
        assertThat(sim.bound().nanos(Activity.COMPUTE)).isEqualTo(500_000);
        assertThat(sim.bound().nanos(Activity.WAITING)).isZero();
        assertThat(sim.ranks().doubleColumn("waiting_ms").asList()).containsExactly(0.4, 0.0);
    }

    @Property(tries = 30)
    void theIdealNetworkIsNeverSlowerAndSharesAddUp(
            @ForAll @IntRange(min = 1, max = 500) int work, @ForAll @IntRange(min = 1, max = 400) int rate) {
        StepBound bound = bound(
                Workload.of(4, r -> {
                    r.compute("kernel", us(work + 10 * r.rank()));
                    r.host("python", us(work / 2));
                    r.allReduce("gradients", mib(1)).after().compute("update", us(20));
                }),
                rate);
        double sum = 0;
        for (Activity activity : Activity.values()) {
            sum += bound.share(activity);
        }
        assertThat(sum).isCloseTo(1, within(1e-9));
        assertThat(bound.pathNs().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(bound.stepNs());
        assertThat(bound.idealNs().orElseThrow()).isLessThanOrEqualTo(bound.stepNs());
    }

    @ParameterizedTest
    @CsvSource({
        "HOST, the host sets the pace",
        "COMPUTE, computation sets the pace",
        "TRANSFER, transfers set the pace",
        "WAITING, waiting for other ranks sets the pace",
        "COPY, copies set the pace",
        "IDLE, no known activity sets the pace"
    })
    void theLargestPartOfThePathSetsThePace(Activity most, String words) {
        Map<Activity, Long> path = new EnumMap<>(Activity.class);
        for (Activity activity : Activity.values()) {
            path.put(activity, activity == most ? 30L : 14L);
        }
        StepBound bound = new StepBound(100, path, 0, 0, 0, OptionalLong.empty());
        assertThat(bound.pace()).isEqualTo(most);
        assertThat(bound.report().findings().get(0).what()).isEqualTo(words + ": 30 % of the critical path");
        assertThat(bound.report().findings().get(0).effect())
                .isEqualTo("how much a faster network would save is not known");
    }

    /** Host work counts as such even where only transfers make it slow; below a hundredth of the path it is not mentioned. */
    @Test
    void saysWhatHostWorkLosesToTransfers() {
        Map<Activity, Long> path = Map.of(Activity.COMPUTE, 966L, Activity.TRANSFER, 34L);
        StepBound bound = new StepBound(1_000, path, 605, 0, 0, OptionalLong.of(360));
        assertThat(bound.lost()).isEqualTo("; 60.5 % of it is time that host work loses to transfers");
        assertThat(bound.report().findings().get(0).why())
                .isEqualTo(
                        "the critical path is compute 96.6 %, transfer 3.4 %; 60.5 % of it is time that host work loses"
                                + " to transfers");
        assertThat(bound)
                .hasToString(
                        "Critical path: compute 96.6 %, transfer 3.4 %; 60.5 % of it is time that host work loses to"
                                + " transfers; a faster network can save at most 0.001 of 0.001 ms (64.0 %)");
        assertThat(new StepBound(1_000, path, 10, 0, 0, OptionalLong.empty()).lost())
                .startsWith("; 1.0 % of it");
        assertThat(new StepBound(1_000, path, 9, 0, 0, OptionalLong.empty()).lost())
                .isEmpty();
    }

    @Test
    void aRankThatStartsLateSetsThePaceIfThatIsMostOfThePath() {
        Map<Activity, Long> path = Map.of(Activity.HOST, 400L, Activity.IDLE, 600L);
        assertThat(new StepBound(1_000, path, 0, 0, 590, OptionalLong.empty())
                        .report()
                        .findings()
                        .get(0)
                        .what())
                .isEqualTo("a rank that starts later than others sets the pace: 59 % of the critical path");
        assertThat(new StepBound(1_000, path, 0, 0, 300, OptionalLong.empty())
                        .report()
                        .findings()
                        .get(0)
                        .what())
                .isEqualTo("no known activity sets the pace: 60 % of the critical path");
    }

    @Test
    void theHostSetsNoPaceWhereGpuWorkStartsLate() {
        StepBound bound = new StepBound(1_000, Map.of(Activity.HOST, 1_000L), 0, 501, 0, OptionalLong.empty());
        assertThat(bound.report().findings().get(0).what())
                .isEqualTo("GPU work that starts late sets the pace: 50 % of the critical path");
        assertThat(new StepBound(1_000, Map.of(Activity.HOST, 1_000L), 0, 500, 0, OptionalLong.empty())
                        .report()
                        .findings()
                        .get(0)
                        .what())
                .isEqualTo("the host sets the pace: 100 % of the critical path");
    }

    @Test
    void sharesAreNamedTheLargestFirst() {
        StepBound bound = new StepBound(
                1_000,
                Map.of(Activity.TRANSFER, 125L, Activity.HOST, 800L, Activity.COMPUTE, 75L, Activity.COPY, 0L),
                0,
                0,
                0,
                OptionalLong.of(875));
        assertThat(bound.shares()).isEqualTo("host 80.0 %, transfer 12.5 %, compute 7.5 %");
        assertThat(bound.share(Activity.TRANSFER)).isEqualTo(0.125);
        assertThat(bound.share(Activity.IDLE)).isZero();
        assertThat(bound)
                .hasToString("Critical path: host 80.0 %, transfer 12.5 %, compute 7.5 %;"
                        + " a faster network can save at most 0.000 of 0.001 ms (12.5 %)");
        assertThat(bound.report().findings().get(0).why())
                .isEqualTo("the critical path is host 80.0 %, transfer 12.5 %, compute 7.5 %");
    }

    @Test
    void anEmptyPathHasNoShares() {
        StepBound bound = new StepBound(0, Map.of(), 0, 0, 0, OptionalLong.of(0));
        assertThat(bound.pace()).isEqualTo(Activity.IDLE);
        assertThat(bound.share(Activity.IDLE)).isZero();
        assertThat(bound.network()).isEqualTo("a faster network can save at most 0.000 of 0.000 ms (0.0 %)");
    }

    /** One percent of the step is noticed; an ideal network that is slower, as by other endpoints, saves nothing. */
    @Test
    void savingsBelowOnePercentHardlyMatter() {
        assertThat(new StepBound(10_000, Map.of(), 0, 0, 0, OptionalLong.of(9_901)).networkHardlyMatters())
                .isTrue();
        assertThat(new StepBound(10_000, Map.of(), 0, 0, 0, OptionalLong.of(9_900)).networkHardlyMatters())
                .isFalse();
        assertThat(new StepBound(10_000, Map.of(), 0, 0, 0, OptionalLong.empty()).networkHardlyMatters())
                .isFalse();
        assertThat(new StepBound(10_000, Map.of(), 0, 0, 0, OptionalLong.of(10_500)).networkNs())
                .hasValue(0);
    }

    /** All but a tenth of a percent. */
    @Test
    void stepsAreTheRunWhenHardlyAnythingIsLeftOut() {
        StepBound bound = new StepBound(1_000_000, Map.of(), 0, 0, 0, OptionalLong.empty());
        assertThat(bound.isWhole(999_001)).isTrue();
        assertThat(bound.isWhole(999_000)).isFalse();
    }

    @Test
    void whatTheNetworkSavesIsOfTheMeanStepWhereTheStepsAreTheRun() {
        StepBound bound =
                new StepBound(8_620_000, Map.of(Activity.TRANSFER, 8_620_000L), 0, 0, 0, OptionalLong.of(2_720_000));
        String all = "a faster network can save at most 2.950 ms per step (68.4 %; 5.900 of 8.620 ms in all 2 steps)";
        assertThat(bound.network(2, 8_620_000, OptionalLong.empty())).isEqualTo(all);
        assertThat(bound.network(2, 8_611_381, OptionalLong.empty())).isEqualTo(all);
        assertThat(bound.network(1, 8_620_000, OptionalLong.empty()))
                .isEqualTo(bound.network())
                .isEqualTo("a faster network can save at most 5.900 of 8.620 ms (68.4 %)");
        assertThat(new StepBound(5, Map.of(), 0, 0, 0, OptionalLong.empty()).network(2, 1, OptionalLong.of(1)))
                .isEqualTo("how much a faster network would save is not known");
    }

    @Test
    void stepsThatAreAPartOfTheRunHaveTheirOwnSavings() {
        StepBound bound =
                new StepBound(8_620_000, Map.of(Activity.TRANSFER, 8_620_000L), 0, 0, 0, OptionalLong.of(2_720_000));
        assertThat(bound.network(2, 6_000_000, OptionalLong.of(1_500_000)))
                .isEqualTo("a faster network can save at most 0.750 ms per step (25.0 %; 1.500 of 6.000 ms in all 2"
                        + " steps)");
        assertThat(bound.network(1, 6_000_000, OptionalLong.of(1_500_000)))
                .isEqualTo("a faster network can save at most 1.500 of 6.000 ms (25.0 %)");
        String whole =
                "a faster network can save at most 5.900 of 8.620 ms (68.4 %) of the whole run, which is longer than"
                        + " its steps";
        assertThat(bound.network(2, 8_611_380, OptionalLong.empty())).isEqualTo(whole);
        assertThat(bound.network(1, 1_000_000, OptionalLong.empty())).isEqualTo(whole);
    }

    /** A kernel of DeepEP says no size, so that no topology moves its 900 us; the host waits for it. */
    @Test
    void transfersThatKeepTheirTimeCanBeSavedAsWell(@TempDir Path dir) throws IOException {
        String events = event("user_annotation", "ProfilerStep#1", 0, 1_050, 1, "")
                + event("cpu_op", "dispatch", 40, 30, 1, "")
                + event("cuda_runtime", "cudaLaunchKernel", 50, 10, 1, "\"correlation\": 20")
                + event(
                        "kernel",
                        "void deep_ep::internode::dispatch<false, 8, true, 8>(int4*)",
                        100,
                        900,
                        27,
                        "\"device\": 0, \"stream\": 27, \"correlation\": 20")
                + event("cuda_runtime", "cudaDeviceSynchronize", 80, 925, 1, "\"correlation\": 21")
                + event("cpu_op", "aten::mm", 1_200, 500, 1, "");
        Traces traces = recorded(dir, events);
        Simulation sim = traces.link().toEt().repair().simulate();
        StepBound bound = sim.bound();
        assertThat(bound.pace()).isEqualTo(Activity.TRANSFER);
        assertThat(bound.nanos(Activity.TRANSFER)).isEqualTo(900_000);
        assertThat(bound.networkNs().orElseThrow()).isBetween(890_000L, 900_000L);
        // Work of 500 us behind the step's mark belongs to the run, but not to the step.
        StepSummary step = sim.against(traces);
        assertThat(sim.result().stepNs()).isBetween(1_700_000L, 1_700_020L);
        assertThat(step.savedNs().orElseThrow()).isBetween(890_000L, 900_000L);
        assertThat(step.toString()).contains(" of 1.050 ms (").doesNotContain("whole run");
    }

    /**
     * The profiler began amid work of the GPU, which it did not record: the kernel of 900 us starts 340 us after its launch (of which the
     * launch itself takes 10), and
     * the host waits for it. The path says what the table of steps says of that time.
     */
    @Test
    void timeThatTheTraceDoesNotExplainIsWhatItIsInTheSteps(@TempDir Path dir) throws IOException {
        Traces traces = recorded(
                dir,
                event("user_annotation", "ProfilerStep#1", 0, 1_400, 1, "")
                        + event("cpu_op", "aten::mm", 40, 30, 1, "")
                        + event("cuda_runtime", "cudaLaunchKernel", 50, 10, 1, "\"correlation\": 20")
                        + event("kernel", "gemm", 400, 900, 7, "\"device\": 0, \"stream\": 7, \"correlation\": 20")
                        + event("cuda_runtime", "cudaDeviceSynchronize", 80, 1_225, 1, "\"correlation\": 21"));
        Row step = traces.steps().row(0);
        StepBound bound = traces.link().toEt().repair().simulate().bound();
        assertThat(step.getDouble("host_ms")).isEqualTo(0.5);
        assertThat(step.getDouble("idle_ms")).isZero();
        assertThat(bound.nanos(Activity.COMPUTE)).isEqualTo(900_000);
        assertThat(bound.nanos(Activity.HOST)).isEqualTo(500_000);
        assertThat(bound.nanos(Activity.IDLE)).isLessThanOrEqualTo(1);
        assertThat(bound.gapNs()).isEqualTo(330_000);
        assertThat(bound.lost())
                .isEqualTo("; 23.6 % of it is waiting for GPU work that starts late for a reason not in the trace");
    }

    /** The recording of rank 0, which ends the step, begins 23 ms after that of rank 1; no rank has a GPU. */
    @Test
    void aLaterStartOfARankIsNamed() {
        Simulation sim = Traces.load("data/pipeline-2")
                .link()
                .toEt()
                .repair()
                .simulate(Topology.ring(2).bandwidth(gbps(25)).latency(us(5)), s -> s.fidelity(Fidelity.ANALYTIC));
        StepBound bound = sim.bound();
        assertThat(bound.lateNs()).isEqualTo(23_193_647);
        assertThat(bound.gapNs()).isZero();
        assertThat(bound.lost())
                .isEqualTo("; 2.4 % of it is before the start of a rank that is recorded later than others");
    }

    @Test
    void aStoppedRunHasNoBound() {
        Simulation cut = Simulation.of(Workload.of(2, r -> r.compute("kernel", us(100))))
                .with(s -> s.fidelity(Fidelity.ANALYTIC).limitSimulatedTime(us(10)))
                .run();
        assertThatThrownBy(cut::bound).isInstanceOf(SimulationException.class).hasMessageContaining("did not end");
    }

    private static Traces recorded(Path dir, String events) throws IOException {
        Files.writeString(
                dir.resolve("device_0.json"),
                "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA A100\"}],"
                        + " \"distributedInfo\": {\"rank\": 0, \"world_size\": 64, \"backend\": \"nccl\"},"
                        + " \"traceEvents\": [" + events.substring(1) + "]}");
        return Traces.load(dir.toString());
    }

    private static StepBound bound(Workload work, int gbps) {
        return run(work, gbps).bound();
    }

    private static Simulation run(Workload work, int gbps) {
        int ranks = work.set().ranks().size();
        return work.simulate(
                Topology.ring(ranks).bandwidth(gbps(gbps)).latency(us(1)), s -> s.fidelity(Fidelity.ANALYTIC));
    }
}
