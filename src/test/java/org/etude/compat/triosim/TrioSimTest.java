// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.compat.triosim.engine.SmallStep.batch;
import static org.etude.compat.triosim.engine.SmallStep.capacity;
import static org.etude.compat.triosim.engine.SmallStep.optical;
import static org.etude.compat.triosim.engine.SmallStep.settings;
import static org.etude.compat.triosim.engine.TrioSimParallelism.DATA;
import static org.etude.compat.triosim.engine.TrioSimParallelism.DISTRIBUTED_DATA;
import static org.etude.compat.triosim.engine.TrioSimParallelism.PIPELINE;
import static org.etude.compat.triosim.engine.TrioSimParallelism.REPLICAS;
import static org.etude.compat.triosim.engine.TrioSimParallelism.TENSOR;

import java.nio.file.Path;
import java.util.Optional;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Batch;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.trace.MessageKind;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TraceTensor;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures worked out by hand; see {@link SmallStep}. */
class TrioSimTest {
    private static final double ROUNDING = 1e-9;

    /** What the default waits for before the first operator: 3 MB at 10^6 GB/s and the latency, in ms. */
    private static final double FIRST_FETCH = 3e-6 + 1e-4;

    /** A message's latency in ms. */
    private static final double LATENCY = 1e-4;

    @TempDir
    private Path dir;

    private TrioSimTrace step;

    @BeforeEach
    void read() {
        step = TrioSimTrace.read(SmallStep.write(dir));
    }

    private double ms(TrioSimSettings settings) {
        return TrioSim.run(step, settings).totalMs();
    }

    private void refuses(TrioSimSettings settings, Reason reason) {
        assertThatThrownBy(() -> TrioSim.run(step, settings))
                .isInstanceOfSatisfying(
                        TrioSimException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @CsvSource({"1,true", "4,true", "1,false", "4,false"})
    void replicasTakeTheSumOfTheOperators(int gpus, boolean compat) {
        TrioSimResult result = TrioSim.run(step, settings(REPLICAS, gpus, 1, compat));
        assertThat(result.totalMs()).isCloseTo(8 + (compat ? 0 : FIRST_FETCH), within(ROUNDING));
        assertThat(result.computeMs()).isEqualTo(result.totalMs());
        assertThat(result.ops()).isEqualTo(6L * gpus);
    }

    @ParameterizedTest
    @CsvSource({"2,true", "4,true", "5,true", "2,false", "4,false", "5,false"})
    void dataParallelismAddsBytesByBandwidthForAnyNumberOfGpus(int gpus, boolean compat) {
        TrioSimResult result = TrioSim.run(step, settings(DATA, gpus, 1, compat));
        double late = compat ? 0 : FIRST_FETCH;
        assertThat(result.computeMs()).isCloseTo(8 + late, within(ROUNDING));
        double latencies = compat ? 0 : 2 * (gpus - 1) * LATENCY;
        assertThat(result.totalMs()).isCloseTo(10 + late + latencies, within(ROUNDING));
    }

    @Test
    void aRemainderMakesTheLargestChunkLonger() {
        // 2 000 000 = 3 * 666 666 + 2: 4 steps of 666 668 bytes at 4/3 GB/s
        double expected = 8 + 4 * 0.666668 / (4.0 / 3);
        assertThat(ms(settings(DATA, 3, 1, true))).isCloseTo(expected, within(ROUNDING));
        assertThat(ms(settings(DATA, 3, 1, false))).isCloseTo(expected + FIRST_FETCH + 4 * LATENCY, within(ROUNDING));
    }

    @Test
    void bucketsHideBehindTheBackwardPass() {
        // starts with the operator at 3 ms, where the default waits until it ends at 6 ms and holds the optimizer at 7
        assertThat(ms(settings(DISTRIBUTED_DATA, 2, 1, true))).isCloseTo(8, within(ROUNDING));
        assertThat(ms(settings(DISTRIBUTED_DATA, 2, 1, false)))
                .isCloseTo(9 + FIRST_FETCH + 2 * LATENCY, within(ROUNDING));
    }

    @Test
    void inCompatTheOptimizerDoesNotWait() {
        assertThat(ms(settings(DISTRIBUTED_DATA, 2, 0.1, true))).isCloseTo(23, within(ROUNDING));
        assertThat(ms(settings(DISTRIBUTED_DATA, 2, 0.1, false)))
                .isCloseTo(27 + FIRST_FETCH + 2 * LATENCY, within(ROUNDING));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tensorParallelismDividesAndReduces(boolean compat) {
        // 0.5 + 1.5 divided, 4 whole, 4 MB / 2 and 2 MB / 2 reduced at 1 GB/s
        // and by default the halved or quartered first fetch, and 2 all-reduces of 2 or 6 steps
        double two = compat ? 0 : 3e-6 / 2 + LATENCY + 4 * LATENCY;
        assertThat(ms(settings(TENSOR, 2, 1, compat))).isCloseTo(9 + two, within(ROUNDING));
        double four = compat ? 0 : 3e-6 / 4 + LATENCY + 12 * LATENCY;
        assertThat(ms(settings(TENSOR, 4, 1, compat))).isCloseTo(0.25 + 0.75 + 4 + 1 + 0.5 + four, within(ROUNDING));
    }

    @Test
    void tensorParallelismOnOneGpuDeadLocksInCompatOnly() {
        refuses(settings(TENSOR, 1, 1, true), Reason.DEADLOCK);
        assertThat(ms(settings(TENSOR, 1, 1, false))).isCloseTo(8 + FIRST_FETCH, within(ROUNDING));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPipelineOfOneMicroBatchAddsItsMessages(boolean compat) {
        // 4 MB forward and 1 MB backward at 1 GB/s
        assertThat(ms(settings(PIPELINE, 2, 1, compat)))
                .isCloseTo(compat ? 13 : 13 + FIRST_FETCH + 2 * LATENCY, within(ROUNDING));
    }

    @Test
    void microBatchesOverlap() {
        // stage 0: 0-0.5, 2.5-3; stage 1: 2.5-3.5, 5-6, back 6-8, then 8-10; stage 0: 8.5-9 and 10.5-11
        TrioSimResult result = TrioSim.run(step, batch(settings(PIPELINE, 2, 1, true), 2, 1));
        assertThat(result.totalMs()).isCloseTo(11, within(ROUNDING));
        assertThat(result.ops()).isEqualTo(12);
    }

    @Test
    void byDefaultMicroBatchesFollowEachOtherAndTheOptimizerRunsOnce() {
        TrioSimTimeline timeline = new TrioSimTimeline();
        TrioSimResult result = TrioSim.run(step, batch(settings(PIPELINE, 2, 1, false), 2, 1), timeline);
        // stage 0: 0-1, 2 MB each to stage 1, there at 2.5 and 4.5; stage 1: 2.5-3.5, 4.5-5.5, back 5.5-7.5 and
        // 7.5-9.5;
        // 0.5 MB back by 10; 1 ms of the optimizer. First 2.5 MB are fetched, and 3 messages are waited for
        double late = 2.5e-6 + LATENCY + 3 * LATENCY;
        assertThat(result.totalMs()).isCloseTo(11 + late, within(ROUNDING));
        assertThat(result.ops()).isEqualTo(4 * 2 + 2);
        assertThat(timeline.ops()).hasSize(10);
        assertThat(timeline.messages().stream()
                        .filter(message -> message.from() == 0)
                        .map(message -> Math.round(message.arrived() * 1e4)))
                .containsExactly(25L, 45L);
        // what no earlier operator of a stage made: 0.5 + 2 and 0.5 MB; 2 MB of moments; on stage 1 the parameters
        assertThat(timeline.messages().stream()
                        .filter(message -> message.kind() == MessageKind.FETCH)
                        .map(message -> message.to() + ": " + message.bytes()))
                .containsExactlyInAnyOrder("0: 2500000", "0: 500000", "0: 2000000", "1: 2000000");
    }

    @Test
    void aPipelineHoldsAllItsMicroBatches() {
        // stage 0: input 1, parameters 2, output 4, gradient 1 and moments 2 MB
        refuses(capacity(batch(settings(PIPELINE, 2, 1, false), 2, 1), 23), Reason.OUT_OF_MEMORY);
        assertThat(ms(capacity(batch(settings(PIPELINE, 2, 1, false), 2, 1), 24)))
                .isPositive();
    }

    @Test
    void pipelinesThatCannotRunAreRefused() {
        refuses(settings(PIPELINE, 3, 1, true), Reason.SETTING);
        refuses(settings(PIPELINE, 3, 1, false), Reason.SETTING);
        refuses(batch(settings(PIPELINE, 1, 1, true), 2, 1), Reason.DEADLOCK);
        assertThat(ms(batch(settings(PIPELINE, 1, 1, false), 2, 1))).isCloseTo(8 + 2.5e-6 + LATENCY, within(ROUNDING));
    }

    @Test
    void anotherBatchSizeScalesEverythingInCompat() {
        assertThat(ms(batch(settings(DATA, 2, 1, true), 1, 1))).isCloseTo(5, within(ROUNDING));
    }

    @Test
    void anotherBatchSizeLeavesTheOptimizerAndParametersAsTheyAre() {
        // 7 ms forward and backward are doubled, 1 ms of the optimizer and 2 MB of parameters stay; 2 MB of input are
        // fetched
        double fetch = (2 + 2) * 1e-6 + LATENCY;
        assertThat(ms(batch(settings(DATA, 2, 1, false), 4, 4)))
                .isCloseTo(14 + 1 + 2 + fetch + 2 * LATENCY, within(ROUNDING));
        TrioSimTrace twice = step.atBatch(0.5);
        assertThat(twice.ops().get(0).inputs()).extracting(TraceTensor::bytes).containsExactly(2_000_000L, 2_000_000L);
        assertThat(twice.ops().get(5).seconds()).isEqualTo(500e-6);
        assertThat(step.scaled(0.5).ops().get(0).inputs())
                .extracting(TraceTensor::bytes)
                .containsExactly(2_000_000L, 4_000_000L);
    }

    @Test
    void inCompatOpticalMessagesHaveFixedRates() {
        double stepMs = 1 / 64.0 + 20e-6;
        assertThat(ms(optical(settings(DATA, 2, 1, true), 1, 2))).isCloseTo(8 + 2 * stepMs, within(ROUNDING));
    }

    @ParameterizedTest
    @CsvSource({"1,2,1", "2,2,1", "4,1,2", "1,5,2", "3,3,2", "3,4,1", "4,3,1"})
    void byDefaultOpticalNetworksHaveTheGivenBandwidthAndTheHopsOfAShortRing(int rows, int columns, int hops) {
        int n = rows * columns;
        double largest = (2_000_000 / n + 2_000_000 % n) / 1e6;
        double ring = 2.0 * (n - 1) / n;
        double fetch = 3e-6 + 20e-6;
        assertThat(ms(optical(settings(DATA, n, 1, false), rows, columns)))
                .isCloseTo(8 + fetch + 2 * (n - 1) * (largest / ring + hops * 20e-6), within(ROUNDING));
    }

    @Test
    void opticalStagesFollowEachOtherOneHopApartAndOneGpuNeedsNoRing() {
        assertThat(ms(optical(settings(PIPELINE, 2, 1, false), 2, 1)))
                .isCloseTo(13 + 23e-6 + 2 * 20e-6, within(ROUNDING));
        refuses(optical(settings(DATA, 1, 1, true), 1, 1), Reason.SETTING);
        assertThat(ms(optical(settings(DATA, 1, 1, false), 1, 1))).isCloseTo(8 + 23e-6, within(ROUNDING));
        refuses(optical(settings(DATA, 4, 1, false), 1, 5), Reason.SETTING);
        refuses(optical(settings(DATA, 4, 1, false), -2, -2), Reason.SETTING);
    }

    @Test
    void neighboursUseTheirOwnLinkHoweverSlowTheRemoteMemoryIs() {
        // 2 MB reduced at 1 GB/s; the route over the remote memory of 0.4 GB/s would take 2.5 ms per step
        Interconnect slow = new Interconnect(0.4, 1, Optional.empty());
        TrioSimSettings settings = new TrioSimSettings(DATA, 2, new Batch(2, 2, 2), slow, 40, Mode.REDUCED);
        TrioSimResult result = TrioSim.run(step, settings);
        assertThat(result.totalMs() - result.computeMs()).isCloseTo(2 + 2 * LATENCY, within(ROUNDING));
        TrioSimResult compat = TrioSim.run(step, SmallStep.mode(settings, Mode.COMPAT));
        assertThat(compat.totalMs() - compat.computeMs()).isCloseTo(2 * 2.5, within(ROUNDING));
    }

    @Test
    void operatorsWaitForTheirFetchByDefaultOnly() {
        // compat: 5 MB are awaited until 5 ms, though their operator starts at once; the next package arrives at 8 ms
        String head = SmallStep.OPS.lines().findFirst().orElseThrow();
        String ops = head + "\n1,a,[1],[],1,1000,[],[],0,forward,0\n2,b,[2],[],1,1000,[],[],0,forward,0\n";
        String tensors = SmallStep.TENSORS.lines().findFirst().orElseThrow()
                + "\n0,1,[],5000000,1,input,1,0\n1,2,[],3000000,1,input,1,0\n";
        TrioSimTrace two = TrioSimTrace.read(SmallStep.write(dir.resolve("two"), ops, tensors));
        Interconnect slow = new Interconnect(1, 1, Optional.empty());
        TrioSimSettings settings = new TrioSimSettings(REPLICAS, 1, new Batch(1, 1, 1), slow, 40, Mode.COMPAT);
        assertThat(TrioSim.run(two, settings).totalMs()).isCloseTo(8, within(ROUNDING));
        assertThat(TrioSim.run(two, SmallStep.mode(settings, Mode.REDUCED)).totalMs())
                .isCloseTo(8 + 1 + 2 * LATENCY, within(ROUNDING));
    }

    @Test
    void whatAnOperatorMakesIsNotFetchedByDefault() {
        TrioSimTimeline timeline = new TrioSimTimeline();
        TrioSim.run(step, settings(REPLICAS, 1, 1, false), timeline);
        assertThat(timeline.messages())
                .extracting(TimedMessage::bytes)
                .containsExactly(3_000_000L, 1_000_000L, 2_000_000L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tooLittleMemoryIsReported(boolean compat) {
        refuses(capacity(settings(REPLICAS, 2, 1, compat), 20), Reason.OUT_OF_MEMORY);
        assertThatThrownBy(() -> ms(capacity(settings(TENSOR, 2, 1, compat), 20)))
                .hasMessageContaining("a GPU would have to hold")
                .hasMessageContaining("has 1048576")
                .hasMessageContaining("Give a larger capacity (now 2^20)");
    }

    @ParameterizedTest
    @CsvSource({"DATA", "DISTRIBUTED_DATA", "TENSOR"})
    void aThousandGpusCostNoMoreThanOne(TrioSimParallelism kind) {
        TrioSimTimeline timeline = new TrioSimTimeline();
        TrioSimResult result = TrioSim.run(step, settings(kind, 1024, 65, false), timeline);
        assertThat(result.ops()).isEqualTo(6 * 1024);
        assertThat(timeline.ops()).hasSize(6);
        assertThat(timeline.messages()).hasSizeLessThan(8);
    }

    @Test
    void settingsWithoutMeaningAreRefused() {
        assertThatThrownBy(() -> settings(DATA, 0, 1, true)).hasMessageContaining("GPUnumber is 0");
        assertThatThrownBy(() -> settings(DATA, 2, 0, true))
                .hasMessageContaining("a bandwidth is not a positive number");
        assertThatThrownBy(() -> batch(settings(PIPELINE, 2, 1, true), 2, 3))
                .hasMessageContaining("micro-batch of 3 samples is larger than the batch of 2");
        assertThatThrownBy(() -> capacity(settings(DATA, 2, 1, true), 64)).hasMessageContaining("capacity is 64");
        assertThat(ms(capacity(settings(DATA, 2, 1, true), 63))).isEqualTo(ms(settings(DATA, 2, 1, true)));
        assertThatThrownBy(() -> settings(DATA, 2, Double.POSITIVE_INFINITY, true))
                .hasMessageContaining("a bandwidth is not a positive number: 1000000.0, Infinity");
        assertThatThrownBy(() -> ms(settings(DATA, 2, Double.MIN_VALUE, true)))
                .hasMessageContaining("the step takes longer than any number holds");
        assertThatThrownBy(() -> TrioSimParallelism.ofCase(5)).hasMessageContaining("case 5 is not known");
    }
}
