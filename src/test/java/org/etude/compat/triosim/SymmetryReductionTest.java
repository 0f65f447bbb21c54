// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Batch;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.trace.RandomStep;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.compat.triosim.trace.TraceOp;
import org.etude.compat.triosim.trace.TraceTensor;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimTrace;

/** The fast path against its slow twin: one GPU and formulas against all GPUs and messages. */
class SymmetryReductionTest {
    /** One GPU simulated for all would give 4.75 ms here; each simulated gives 4.62. */
    @Example
    void whereMemoryIsTightEveryGpuIsSimulated() {
        memoryForTheLargestOperatorIsEnough(106, TrioSimParallelism.TENSOR, 2);
    }

    private static TrioSimSettings settings(
            TrioSimParallelism kind, int gpus, double remote, double ring, boolean optical, int capacity) {
        Optional<Grid> grid = optical ? Optional.of(new Grid(1, gpus)) : Optional.empty();
        return new TrioSimSettings(
                kind, gpus, new Batch(4, 8, 2), new Interconnect(remote, ring, grid), capacity, Mode.PLAIN);
    }

    @Provide
    Arbitrary<TrioSimParallelism> reduced() {
        return Arbitraries.of(
                TrioSimParallelism.REPLICAS,
                TrioSimParallelism.DATA,
                TrioSimParallelism.DISTRIBUTED_DATA,
                TrioSimParallelism.TENSOR);
    }

    @Property(tries = 300)
    void oneGpuStandsForAll(
            @ForAll long seed,
            @ForAll("reduced") TrioSimParallelism kind,
            @ForAll @IntRange(min = 1, max = 7) int gpus,
            @ForAll @IntRange(min = 1, max = 200) int remote,
            @ForAll @IntRange(min = 1, max = 200) int ring,
            @ForAll boolean optical) {
        TrioSimTrace step = RandomStep.of(seed);
        TrioSimSettings settings = settings(kind, gpus, remote, ring, optical, 40);
        TrioSimResult plain = TrioSim.run(step, settings);
        TrioSimResult reduced = TrioSim.run(step, SmallStep.mode(settings, Mode.REDUCED));
        assertThat(reduced.totalMs()).isCloseTo(plain.totalMs(), within(1e-12 * plain.totalMs()));
        assertThat(reduced.computeMs()).isCloseTo(plain.computeMs(), within(1e-12 * plain.totalMs()));
        assertThat(reduced.ops()).isEqualTo(plain.ops());
    }

    @Property(tries = 200)
    void everyOperatorRunsOnceInOrderOnEachGpu(
            @ForAll long seed, @ForAll("reduced") TrioSimParallelism kind, @ForAll @IntRange(min = 1, max = 4) int n) {
        TrioSimTrace step = RandomStep.of(seed);
        TrioSimTimeline timeline = new TrioSimTimeline();
        TrioSimResult result = TrioSim.run(step, settings(kind, n, 50, 5, false, 40), timeline);
        assertThat(timeline.ops()).hasSize(step.ops().size() * n);
        for (int i = 1; i < timeline.ops().size(); i++) {
            TimedOp before = timeline.ops().get(i - 1);
            TimedOp op = timeline.ops().get(i);
            if (before.gpu() == op.gpu()) {
                assertThat(op.index()).isEqualTo(before.index() + 1);
                assertThat(op.start()).isGreaterThanOrEqualTo(before.end());
            }
        }
        double last = Math.max(
                timeline.ops().stream().mapToDouble(TimedOp::end).max().orElseThrow(),
                timeline.messages().stream()
                        .mapToDouble(TimedMessage::arrived)
                        .max()
                        .orElse(0));
        assertThat(result.totalMs()).isCloseTo(last * 1e3, within(1e-9));
    }

    @Property(tries = 300)
    void pipelinesRunEveryMicroBatchOnceAndEndByDefault(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 6) int gpus,
            @ForAll @IntRange(min = 1, max = 9) int microBatches,
            @ForAll @IntRange(min = 1, max = 50) int remote,
            @ForAll @IntRange(min = 1, max = 50) int ring) {
        TrioSimTrace step = RandomStep.of(seed);
        long forward = step.ops().stream()
                .filter(op -> op.stage() == TraceOp.Stage.FORWARD)
                .count();
        int n = (int) Math.min(gpus, forward);
        TrioSimSettings settings = settings(TrioSimParallelism.PIPELINE, n, remote, ring, false, 40)
                .batch(8, 8 * microBatches, 8);
        TrioSimTimeline timeline = new TrioSimTimeline();
        TrioSim.run(step, settings, timeline);
        assertThat(timeline.ops()).hasSize((step.ops().size() - 2) * microBatches + 2);
        assertThat(timeline.ops()).doesNotHaveDuplicates();
    }

    @Property(tries = 200)
    void runsEndWithATimeOrAReasonHoweverSmallTheMemory(
            @ForAll long seed,
            @ForAll TrioSimParallelism kind,
            @ForAll Mode mode,
            @ForAll @IntRange(min = 1, max = 4) int gpus,
            @ForAll @IntRange(min = 0, max = 26) int capacity) {
        TrioSimTrace step = RandomStep.of(seed);
        try {
            TrioSimResult result =
                    TrioSim.run(step, SmallStep.mode(settings(kind, gpus, 50, 5, false, capacity), mode));
            assertThat(result.totalMs()).isNotNegative();
        } catch (TrioSimException e) {
            assertThat(e.reason()).isNotEqualTo(TrioSimException.Reason.INPUT);
            assertThat(mode != Mode.COMPAT && e.reason() == TrioSimException.Reason.DEADLOCK)
                    .as("deadlocks are the original's alone")
                    .isFalse();
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    /** When memory is short, used tensors are evicted and prefetches wait: room for the largest operator's tensors suffices. */
    @Property(tries = 300)
    void memoryForTheLargestOperatorIsEnough(
            @ForAll long seed,
            @ForAll("reduced") TrioSimParallelism kind,
            @ForAll @IntRange(min = 1, max = 4) int gpus) {
        TrioSimTrace step = RandomStep.of(seed);
        TrioSimSettings roomy = settings(kind, gpus, 50, 5, false, 40);
        long most = step.atBatch(0.5).ops().stream()
                .mapToLong(op -> Stream.concat(op.inputs().stream(), op.outputs().stream())
                        .mapToLong(TraceTensor::bytes)
                        .sum())
                .max()
                .orElseThrow();
        int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, most - 1)));
        TrioSimResult tight = TrioSim.run(step, roomy.capacity(bits));
        assertThat(tight.ops()).isEqualTo(TrioSim.run(step, roomy).ops());
        assertThat(TrioSim.run(step, SmallStep.mode(roomy.capacity(bits), Mode.REDUCED))
                        .totalMs())
                .isCloseTo(tight.totalMs(), within(1e-12 * tight.totalMs()));
    }
}
