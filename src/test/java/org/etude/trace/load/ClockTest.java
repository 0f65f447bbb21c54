// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Locale;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.clock.StepFinder;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockTest {
    @TempDir
    Path dir;

    /** How much the ends of a rank's collectives scatter, in us. */
    private double scatter;

    /** A trace of 12 collectives, each ending {@code shift} us later than on rank 0, drifting. */
    private void rank(int rank, long base, String host, double shift, double drift, int without) {
        StringBuilder events = new StringBuilder();
        for (int k = 0; k < 12; k++) {
            double end = 1000.0 * k + 137 * (k % 3) + 50 + shift + drift * 1000 * k + scatter * (k * 5 % 7 - 3);
            if (k != without) {
                events.append(String.format(
                        Locale.ROOT,
                        "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)\",\"pid\":0,"
                                + "\"tid\":4,\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"stream\":4,\"device\":0}},",
                        end - 20 - rank,
                        20.0 + rank));
            }
        }
        String text = "{\"host_name\":\"" + host + "\",\"baseTimeNanoseconds\":" + base + ",\"traceEvents\":[" + events
                + "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#4\",\"pid\":1,\"tid\":1,\"ts\":"
                + (5 + shift)
                + ",\"dur\":9,\"args\":{}}]}";
        TraceFiles.write(dir.resolve("device_" + rank + ".json"), text);
    }

    private long offsetOfRank1() {
        return TraceFiles.load(dir).ranks().get(1).clockOffsetNanos();
    }

    @Test
    void oneMachineHasOneClock() {
        rank(0, 1_700_000_000_000_000_000L, "a", 0, 0, -1);
        rank(1, 1_700_000_000_000_005_000L, "a", 40, 0, -1);
        assertThat(offsetOfRank1()).isEqualTo(5000);
    }

    @Test
    void twoMachinesAreAlignedByTheirCollectives() {
        rank(0, 1_700_000_000_000_000_000L, "a", 0, 0, -1);
        rank(1, 1_700_000_000_000_000_000L, "b", 500_000, 0, -1);
        assertThat(offsetOfRank1()).isEqualTo(-500_000_000);
        assertThat(TraceFiles.whats(TraceFiles.load(dir))).contains("clock 500000.0 us ahead of rank 0's");
    }

    /**
     * Ends of collectives that scatter by 2 x 40 us: files that may come from one machine have one clock up to four such spreads,
     * those of two machines have two from one spread on.
     */
    @Test
    void twoMachinesNeedLessProofOfTwoClocks() {
        scatter = 40;
        rank(0, 1_700_000_000_000_000_000L, "a", 0, 0, -1);
        scatter = 0;
        rank(1, 1_700_000_000_000_000_000L, "b", 200, 0, -1);
        assertThat(offsetOfRank1()).isEqualTo(-200_000);
        rank(1, 1_700_000_000_000_000_000L, "b", 50, 0, -1);
        assertThat(offsetOfRank1()).isZero();
        rank(1, 1_700_000_000_000_000_000L, "", 200, 0, -1);
        assertThat(offsetOfRank1()).isZero();
        rank(1, 1_700_000_000_000_000_000L, "", 900, 0, -1);
        assertThat(offsetOfRank1()).isEqualTo(-900_000);
    }

    @Test
    void aMissingCollectiveDoesNotMislead() {
        rank(0, 1_700_000_000_000_000_000L, "a", 0, 0, -1);
        rank(1, 1_700_000_000_000_000_000L, "b", -300, 0, 3);
        assertThat(offsetOfRank1()).isEqualTo(300_000);
    }

    /** Stages of a pipeline exchange messages only, whose two sides do not end together. */
    @Test
    void twoMachinesWithoutCollectivesAreNotComparedAndThatIsSaid() {
        for (int rank = 0; rank < 2; rank++) {
            TraceFiles.write(
                    dir.resolve("device_" + rank + ".json"),
                    "{\"host_name\":\"node" + rank + "\",\"baseTimeNanoseconds\":1700000000000000000,\"traceEvents\":["
                            + "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"gloo:send\",\"pid\":1,\"tid\":1,\"ts\":"
                            + (5 + 3300 * rank) + ",\"dur\":9}]}");
        }
        assertThat(offsetOfRank1()).isZero();
        assertThat(TraceFiles.whats(TraceFiles.load(dir)))
                .contains("clock of machine node1 not compared with that of rank 0");
    }

    @Test
    void smallDifferencesAreLeftToTheNetwork() {
        rank(0, 1_700_000_000_000_000_000L, "a", 0, 0, -1);
        rank(1, 1_700_000_000_000_000_000L, "b", 8, 0, -1);
        assertThat(offsetOfRank1()).isZero();
    }

    @Test
    void driftIsNoted() {
        rank(0, 1_700_000_000_000_000_000L, "a", 0, 0, -1);
        rank(1, 1_700_000_000_000_000_000L, "b", 0, 0.01, -1);
        assertThat(TraceFiles.whats(TraceFiles.load(dir)))
                .anyMatch(w -> w.matches("clock drifts by (9[5-9]|10)\\d\\d\\d? ppm against rank 0's"));
    }

    /** Over 11 ms a drift of 4000 ppm gains 44 us: found where the ends scatter by some us, lost where they scatter by tens. */
    @Test
    void aSmallDriftIsDistinguishedFromTheScatterOfTheEnds() {
        rank(0, 0, "a", 0, 0, -1);
        scatter = 2;
        rank(1, 0, "b", 0, 0.004, -1);
        assertThat(TraceFiles.whats(TraceFiles.load(dir))).anyMatch(w -> w.startsWith("clock drifts by "));
        scatter = 20;
        rank(1, 0, "b", 0, 0.004, -1);
        assertThat(TraceFiles.whats(TraceFiles.load(dir))).noneMatch(w -> w.startsWith("clock drifts by "));
    }

    @Test
    void withoutBaseTimesCollectivesDecideAndThenSteps() {
        rank(0, 0, "a", 0, 0, -1);
        rank(1, 0, "b", 77, 0, -1);
        assertThat(offsetOfRank1()).isEqualTo(-77_000);
        String step =
                "[{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#1\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":9}]";
        TraceFiles.write(dir.resolve("device_0.json"), String.format(step, 100));
        TraceFiles.write(dir.resolve("device_1.json"), String.format(step, 160));
        assertThat(offsetOfRank1()).isEqualTo(-60_000);
    }

    @Test
    void stepsAreTakenOnceAndTheAnnotationCounts() {
        DeviceTrace trace = TraceFiles.events(dir, """
                [{"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#2","pid":0,"tid":7,"ts":30,"dur":500},
                {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":20,"dur":9},
                {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":19,"dur":11},
                {"ph":"X","cat":"user_annotation","name":"ProfilerStep#10","pid":1,"tid":1,"ts":5,"dur":0},
                {"ph":"X","cat":"user_annotation","name":"ProfilerStep#x","pid":1,"tid":1,"ts":5,"dur":1}]
                """);
        assertThat(StepFinder.find(trace))
                .containsExactly(new RankTrace.StepWindow(10, 5000, 5000), new RankTrace.StepWindow(2, 20_000, 29_000));
    }

    @Test
    void aCutKeepsWhatTheStepLaunchedAndItsHostNodes() {
        TraceFiles.write(dir.resolve("host_0.json"), """
                {"schema":"1.0.1","nodes":[{"id":1,"name":"[pytorch|profiler|execution_trace|process]","parent":1},
                {"id":2,"name":"[pytorch|profiler|execution_trace|thread]","parent":1},
                {"id":3,"name":"## process_group:init ##","parent":2,"rf_id":1},{"id":4,"name":"a","parent":2,"rf_id":2},
                {"id":5,"name":"b","parent":2,"rf_id":3},{"id":6,"name":"c","parent":5,"rf_id":4}]}
                """);
        TraceFiles.write(dir.resolve("device_0.json"), """
                [{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":10},
                {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":10,"dur":10},
                {"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":2,"dur":1,"args":{"Record function id":2}},
                {"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":3,"dur":1,"args":{"correlation":5}},
                {"ph":"X","cat":"kernel","name":"late","pid":0,"tid":0,"ts":15,"dur":9,"args":{"correlation":5}},
                {"ph":"X","cat":"cpu_op","name":"c","pid":1,"tid":1,"ts":12,"dur":1,"args":{"Record function id":4}},
                {"ph":"X","cat":"kernel","name":"orphan","pid":0,"tid":0,"ts":16,"dur":9,"args":{"correlation":6}}]
                """);
        TraceSet all = TraceFiles.load(dir);
        RankTrace first = TraceCut.step(all, 1).ranks().get(0);
        assertThat(names(first.device())).isEqualTo("ProfilerStep#1 a hipLaunchKernel late ");
        assertThat(ids(first.host())).isEqualTo("1 2 3 4 ");
        RankTrace second = TraceCut.step(all, 2).ranks().get(0);
        assertThat(names(second.device())).isEqualTo("ProfilerStep#2 c orphan ");
        assertThat(ids(second.host())).isEqualTo("1 2 3 5 6 ");
        assertThat(second.steps()).hasSize(1);
        assertThatThrownBy(() -> TraceCut.step(all, 7))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("Steps there are: [1, 2]");
    }

    private static String names(DeviceTrace trace) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < trace.size(); i++) {
            names.append(trace.name(i)).append(' ');
        }
        return names.toString();
    }

    private static String ids(HostTrace trace) {
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < trace.size(); i++) {
            ids.append(trace.id(i)).append(' ');
        }
        return ids.toString();
    }
}
