// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Bandwidth.gbps;
import static org.etude.unit.Time.ns;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.Parallelism;
import org.etude.spec.PipelineSchedule;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.etude.workload.parallel.GradientExchange.Kind;
import org.junit.jupiter.api.Test;

class StepTimerTest {
    /** On a network that costs next to nothing the step is the simulated one, whatever the schedule. */
    @Property(tries = 60)
    void equalsTheSimulationOfTheSameTraces(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 5) int pp,
            @ForAll @IntRange(min = 1, max = 3) int chunks,
            @ForAll @IntRange(min = 1, max = 4) int batches,
            @ForAll boolean sharded) {
        Pipeline pipeline = ToyModel.pipeline(schedule, pp, chunks, batches);
        int stages = pipeline.stages();
        StepModel model = new ToyModel(1_000_000L * stages * pipeline.chunks(), 1, 1000);
        GradientExchange gradients = GradientExchange.ddp()
                .with(sharded ? Kind.SHARDED : Kind.ALL_REDUCE)
                .withBuckets(new Bytes(4000));
        StepPlan plan = new StepPlan("t", new Parallelism(1, 1, 2, stages), pipeline, gradients, 1);
        Simulation run = Workload.of(StepWriter.write(plan, model, Progress.NONE))
                .simulate(
                        Topology.fullyConnected(2 * stages)
                                .bandwidth(gbps(8_000_000))
                                .latency(ns(1)),
                        s -> s.fidelity(Fidelity.ANALYTIC).singleStream(false));
        StepTimes times = StepTimer.of(plan, model, FreeCommunication.TIMES, 0);
        assertThat(times.step()).isCloseTo(run.stepTime().toNanos(), Percentage.withPercentage(0.05));
    }

    /** Exposed, computing and waiting times of each stage are all of the step. */
    @Property(tries = 60)
    void partsOfAStageAreTheStep(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 5) int pp,
            @ForAll @IntRange(min = 1, max = 3) int tp,
            @ForAll @IntRange(min = 1, max = 1000) int collective) {
        Pipeline pipeline = ToyModel.pipeline(schedule, pp, 1, 2);
        StepPlan plan =
                new StepPlan("t", new Parallelism(tp, 1, 2, pipeline.stages()), pipeline, GradientExchange.ddp(), 1);
        CollectiveTimes costly = new CollectiveTimes() {
            @Override
            public double collective(CollectiveType type, double bytes, Group group, int members) {
                return collective * 1000.0;
            }

            @Override
            public double message(double bytes, int from, int to) {
                return 77;
            }
        };
        StepTimes times = StepTimer.of(plan, new ToyModel(1_000_000L * pp, 64, 1000), costly, 0.1);
        for (StageTimes stage : times.stages()) {
            assertThat(stage.compute() + stage.exposed() + stage.bubble())
                    .isCloseTo(times.step(), Percentage.withPercentage(1e-6));
        }
    }

    /** Messages of 1 us and collectives without cost. */
    private record Fixed(boolean blockingMessages) implements CollectiveTimes {
        @Override
        public double collective(CollectiveType type, double bytes, Group group, int members) {
            return 0;
        }

        @Override
        public double message(double bytes, int from, int to) {
            return 1000;
        }
    }

    private static double step(int tp, int pp, CollectiveTimes times) {
        Pipeline pipeline = new Pipeline(PipelineSchedule.GPIPE, pp, 1, 2);
        StepPlan plan = new StepPlan("t", new Parallelism(tp, 1, 1, pp), pipeline, GradientExchange.ddp(), 1);
        return StepTimer.of(plan, new ToyModel(1_000_000L, 64, 0), times, 0.1).step();
    }

    /**
     * Two stages, two micro batches, passes of 500 and 1000 us. Without blocking: 500 + 1 + 2 x 500 + 2 x 1000 + 1 + 1000. A stage
     * that waits for its sends loses 1 us before the second forward pass and 1 us before the second backward pass.
     */
    @Test
    void stagesThatWaitForTheirMessagesLoseThem() {
        assertThat(step(1, 2, new Fixed(false))).isEqualTo(4_502_000);
        assertThat(step(1, 2, new Fixed(true))).isEqualTo(4_504_000);
    }

    /** Passes of 10 and 20 us, whose launches take the host of a stage so many us in a step. */
    private record Launched(int... launchesUs) implements StepModel {
        @Override
        public void forward(Place place, OpWriter out) {
            out.compute("forward", Cost.of(Time.us(10)));
        }

        @Override
        public void backward(Place place, OpWriter out) {
            out.compute("backward", Cost.of(Time.us(20)));
        }

        @Override
        public void update(int stage, OpWriter out) {
            out.compute("update", Cost.of(Time.us(1)));
        }

        @Override
        public Bytes boundary(int part) {
            return new Bytes(1);
        }

        @Override
        public Time launching(int stage) {
            return Time.us(launchesUs[stage]);
        }
    }

    private static final Pipeline TWO_STAGES = new Pipeline(PipelineSchedule.ONE_F_ONE_B, 2, 1, 3);

    private static StepPlan twoStages(int steps) {
        return new StepPlan("t", new Parallelism(1, 1, 1, 2), TWO_STAGES, GradientExchange.ddp(), steps);
    }

    private static StepTimes launched(int... launchesUs) {
        return StepTimer.of(twoStages(1), new Launched(launchesUs), FreeCommunication.TIMES, 0);
    }

    /** Three micro batches and the bubble are four passes of 30 us; hosts launch while their stages wait. */
    @Test
    void aHostThatRunsAheadSetsThePaceWithAllItsLaunchesOnly() {
        assertThat(launched(0, 0).step()).isEqualTo(121_000);
        assertThat(launched(121, 100)).isEqualTo(launched(0, 0));
        StepTimes slow = launched(100, 150);
        assertThat(slow.step()).isEqualTo(150_000);
        assertThat(slow.stages())
                .containsExactly(new StageTimes(0, 91_000, 0, 59_000), new StageTimes(1, 120_000, 0, 30_000));
        assertThat(slow.slowest().stage()).isEqualTo(1);
    }

    /** Of three steps in sequence, simulated. */
    @Test
    void launchesAreWrittenNextToTheKernels() {
        for (int launches : new int[] {0, 100, 121, 122, 150, 1000}) {
            Simulation run = Workload.of(StepWriter.write(twoStages(3), new Launched(50, launches), Progress.NONE))
                    .simulate(
                            Topology.fullyConnected(2)
                                    .bandwidth(gbps(8_000_000))
                                    .latency(ns(1)),
                            s -> s.fidelity(Fidelity.ANALYTIC).singleStream(false));
            assertThat(run.stepTime().toNanos())
                    .isCloseTo(launched(50, launches).step(), Percentage.withPercentage(0.05));
        }
    }

    /** Collectives of copies take 300 us, those of tensor parallelism and messages nothing. */
    private static final CollectiveTimes GRADIENTS = new CollectiveTimes() {
        @Override
        public double collective(CollectiveType type, double bytes, Group group, int members) {
            return group == Group.DATA ? 300_000 : 0;
        }

        @Override
        public double message(double bytes, int from, int to) {
            return 0;
        }
    };

    private static StepTimes copies(Kind kind, int micro, int steps) {
        Pipeline pipeline = new Pipeline(PipelineSchedule.ONE_F_ONE_B, 1, 1, micro);
        StepPlan plan = new StepPlan(
                "t",
                new Parallelism(1, 1, 2, 1),
                pipeline,
                GradientExchange.ddp().with(kind),
                steps);
        return StepTimer.of(plan, new ToyModel(1_000_000L, 64, 1000), GRADIENTS, 0);
    }

    /**
     * Two micro batches of 1 ms forward and 2 ms backward; their gradients are complete at the end, when nothing hides what
     * exchanges them: one all-reduce, or a reduce-scatter before the update and an all-gather after it. A workload of several
     * steps repeats this one.
     */
    @Test
    void gradientsAreExchangedAfterTheLastMicroBatch() {
        for (int steps : new int[] {1, 3}) {
            StepTimes reduced = copies(Kind.ALL_REDUCE, 2, steps);
            assertThat(reduced.step()).isEqualTo(6_300_000.0);
            assertThat(reduced.stages()).containsExactly(new StageTimes(0, 6_000_000, 300_000, 0));
            StepTimes sharded = copies(Kind.SHARDED, 2, steps);
            assertThat(sharded.step()).isEqualTo(6_600_000.0);
            assertThat(sharded.stages()).containsExactly(new StageTimes(0, 6_000_000, 600_000, 0));
        }
    }
}
