// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.ns;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.Parallelism;
import org.etude.spec.PipelineSchedule;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.etude.workload.parallel.GradientExchange.Kind;
import org.junit.jupiter.api.Test;

class StepWriterTest {
    private static final GradientExchange NO_BUCKETS =
            GradientExchange.ddp().withBuckets(new Bytes(1)).withNumbers(4, 2);

    private static EtSet write(Parallelism ranks, Pipeline pipeline, GradientExchange gradients, StepModel model) {
        return StepWriter.write(new StepPlan("toy", ranks, pipeline, gradients, 1), model, Progress.NONE);
    }

    @Test
    void aPassReceivesComputesAndSends() {
        EtSet set = write(new Parallelism(2, 1, 1, 2), Pipeline.of(2, 1), NO_BUCKETS, new ToyModel(2000, 512, 10));
        assertThat(names(set.ranks().get(0)))
                .containsExactly("forward", "activations", "send", "receive", "backward", "optimizer");
        assertThat(names(set.ranks().get(3)))
                .containsExactly("receive", "forward", "activations", "backward", "send", "optimizer");
        EtGraph first = set.ranks().get(1);
        assertThat(first.durationNanos(0)).isEqualTo(1000);
        assertThat(first.durationNanos(4)).isEqualTo(2000);
        assertThat(first.string(1, EtNames.PG_NAME, "")).isEqualTo("1");
        assertThat(first.integer(1, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.ALL_REDUCE.number());
        assertThat(message(first, 2)).containsExactly(1, 3, 512, 0);
        assertThat(message(first, 3)).containsExactly(3, 1, 512, 1);
        assertThat(first.type(3)).isEqualTo(EtNodeType.COMM_RECV);
        assertThat(first.dataDeps(4)).containsExactly(3);
        assertThat(first.integer(4, StepWriter.MICRO_BATCH, -1)).isZero();
        assertThat(first.has(5, StepWriter.MICRO_BATCH)).isFalse();
        assertThat(first.integer(5, EtNames.NUM_OPS, -1)).isEqualTo(100);
        assertThat(first.integer(5, EtNames.TENSOR_SIZE, -1)).isEqualTo(200);
        assertThat(message(set.ranks().get(3), 0)).containsExactly(1, 3, 512, 0);
    }

    private static long[] message(EtGraph graph, int node) {
        return List.of(EtNames.COMM_SRC, EtNames.COMM_DST, EtNames.COMM_SIZE, EtNames.COMM_TAG).stream()
                .mapToLong(name -> graph.integer(node, name, -1))
                .toArray();
    }

    private static List<String> names(EtGraph graph) {
        return IntStream.range(0, graph.size()).mapToObj(graph::name).toList();
    }

    @Test
    void onlyTheLastMicroBatchSendsGradientsAndTheOptimizerWaits() {
        EtSet set = write(new Parallelism(1, 1, 2, 1), Pipeline.of(1, 2), NO_BUCKETS, new ToyModel(1000, 0, 10));
        EtGraph graph = set.ranks().get(0);
        assertThat(names(graph))
                .containsExactly("forward", "backward", "forward", "backward", "gradients", "optimizer");
        assertThat(graph.integer(4, EtNames.COMM_SIZE, -1)).isEqualTo(40);
        assertThat(graph.has(4, EtNames.PG_NAME)).isFalse();
        assertThat(graph.dataDeps(5)).containsExactly(3, 4);
        assertThat(set.ranks().get(1)).isSameAs(graph);
    }

    @Test
    void bucketsCloseWhenTheyAreFullAndTheFirstIsSmall() {
        StepModel model = new Layers(8, 100);
        GradientExchange small =
                new GradientExchange(Kind.ALL_REDUCE, new Bytes(400), new Bytes(1000), true, false, 4, 4, 1);
        EtGraph graph = write(new Parallelism(1, 1, 2, 1), Pipeline.of(1, 1), small, model)
                .ranks()
                .get(0);
        // 400 bytes per layer: one layer, then three that pass 1000, then three, then what is left.
        assertThat(sizes(graph, "gradients")).containsExactly(400, 1200, 1200, 400);
        assertThat(names(graph))
                .containsSubsequence("back 7", "gradients", "back 6", "back 5", "back 4", "gradients", "back 3");
    }

    @Test
    void withoutOverlapBucketsGoOutBehindTheLastPass() {
        GradientExchange late = NO_BUCKETS.withOverlap(false);
        EtGraph graph = write(new Parallelism(1, 1, 2, 1), Pipeline.of(1, 1), late, new Layers(2, 100))
                .ranks()
                .get(0);
        assertThat(names(graph))
                .containsExactly("layer 0", "layer 1", "back 1", "back 0", "gradients", "gradients", "update");
        // Collectives of a rank run in one order: the second waits for the first.
        assertThat(graph.ctrlDeps(5)).containsExactly(4);
        assertThat(graph.dataDeps(6)).containsExactly(3, 4, 5);
    }

    @Test
    void shardedGradientsAreScatteredAndParametersGathered() {
        EtGraph graph = write(
                        new Parallelism(1, 1, 4, 1),
                        Pipeline.of(1, 2),
                        NO_BUCKETS.with(Kind.SHARDED).withEveryMicroBatch(true),
                        new ToyModel(1000, 0, 10))
                .ranks()
                .get(0);
        assertThat(names(graph))
                .containsExactly(
                        "forward",
                        "backward",
                        "gradients",
                        "forward",
                        "backward",
                        "gradients",
                        "optimizer",
                        "parameters");
        assertThat(graph.integer(2, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.REDUCE_SCATTER.number());
        assertThat(graph.integer(7, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.ALL_GATHER.number());
        // A quarter of ten parameters, rounded up, of two bytes.
        assertThat(graph.integer(7, EtNames.COMM_SIZE, -1)).isEqualTo(6);
        EtGraph scattered = write(
                        new Parallelism(1, 1, 4, 1),
                        Pipeline.of(1, 2),
                        NO_BUCKETS.with(Kind.SCATTERED),
                        new ToyModel(1000, 0, 10))
                .ranks()
                .get(0);
        assertThat(names(scattered)).endsWith("backward", "gradients", "optimizer");
    }

    @Test
    void hostOpsLaunchAndRunAhead() {
        StepModel model = new Layers(1, 100) {
            @Override
            public void forward(Place place, OpWriter out) {
                out.host("launch a", ns(5));
                out.compute("a", Cost.of(ns(100)));
                out.compute("a2", Cost.of(ns(100)));
                out.host("launch b", ns(5));
                out.compute("b", Cost.of(ns(1.5)));
            }
        };
        EtGraph graph = write(Parallelism.none(), Pipeline.of(1, 1), NO_BUCKETS, model)
                .ranks()
                .get(0);
        assertThat(graph.isCpuOp(0)).isTrue();
        assertThat(graph.dataDeps(1)).containsExactly(0);
        assertThat(graph.dataDeps(2)).containsExactly(1);
        assertThat(graph.dataDeps(3)).containsExactly(0);
        assertThat(graph.dataDeps(4)).containsExactly(2, 3);
        assertThat(graph.durationNanos(4)).isEqualTo(2);
    }

    @Test
    void prefetchedCollectivesRunBesideComputation() {
        StepModel model = new Layers(1, 100) {
            @Override
            public void forward(Place place, OpWriter out) {
                long gather = out.overlap("gather", CollectiveType.ALL_GATHER, new Bytes(8), Group.DATA);
                out.compute("a", Cost.of(ns(100)));
                out.alsoAfter(gather).compute("b", Cost.of(ns(100)));
                out.alsoAfter(out.overlap("alone", CollectiveType.ALL_GATHER, new Bytes(8), Group.TENSOR));
                out.compute("c", Cost.of(ns(100)));
            }
        };
        EtGraph graph = write(new Parallelism(1, 1, 2, 1), Pipeline.of(1, 1), NO_BUCKETS, model)
                .ranks()
                .get(0);
        assertThat(names(graph)).startsWith("gather", "a", "b", "c", "back 0");
        assertThat(graph.dataDeps(1)).isEmpty();
        assertThat(graph.dataDeps(2)).containsExactly(1, 0);
        assertThat(graph.dataDeps(3)).containsExactly(2);
    }

    @Test
    void stepsFollowEachOther() {
        StepPlan plan = new StepPlan("toy", Parallelism.none(), Pipeline.of(1, 1), NO_BUCKETS, 3);
        EtGraph graph = StepWriter.write(plan, new ToyModel(1000, 0, 1), Progress.NONE)
                .ranks()
                .get(0);
        assertThat(graph.size()).isEqualTo(9);
        assertThat(graph.dataDeps(3)).containsExactly(2);
        assertThat(graph.metadata().get(0).value()).isEqualTo(3L);
    }

    @Test
    void partsOfAPlanMustFit() {
        assertThatThrownBy(() -> new StepPlan("x", Parallelism.none(), Pipeline.of(2, 1), NO_BUCKETS, 1))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("2 stages for tp 1 x dp 1 x pp 1");
        assertThatThrownBy(() -> new StepPlan("x", Parallelism.none(), Pipeline.of(1, 1), NO_BUCKETS, 0))
                .hasMessageContaining("0 steps");
        assertThatThrownBy(() -> NO_BUCKETS.withBuckets(new Bytes(0))).hasMessageContaining("buckets of 0");
    }

    @Property(tries = 60)
    void repairFindsNothingToDo(
            @ForAll PipelineSchedule schedule,
            @ForAll Kind kind,
            @ForAll @IntRange(min = 1, max = 3) int tp,
            @ForAll @IntRange(min = 1, max = 3) int dp,
            @ForAll @IntRange(min = 1, max = 4) int pp,
            @ForAll @IntRange(min = 1, max = 3) int batches) {
        Pipeline pipeline = ToyModel.pipeline(schedule, pp, 2, batches);
        EtSet set = write(
                new Parallelism(tp, 1, dp, pipeline.stages()),
                pipeline,
                GradientExchange.ddp().with(kind),
                new ToyModel(1200, 256, 1000));
        Workload repaired = Workload.of(set).repair();
        assertThat(repaired.changes().rowCount()).isZero();
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            assertThat(repaired.set().ranks().get(rank)).isSameAs(set.ranks().get(rank));
        }
    }

    /** On a network that costs next to nothing a step takes the work and the bubble, m (t + 2 t) (1 + (p - 1) / (v m)). */
    @Property(tries = 60)
    void theBubbleIsThatOfTheFormula(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 5) int pp,
            @ForAll @IntRange(min = 1, max = 3) int chunks,
            @ForAll @IntRange(min = 1, max = 4) int batches) {
        Pipeline pipeline = ToyModel.pipeline(schedule, pp, chunks, batches);
        int stages = pipeline.stages();
        long passNs = 1_000_000L * stages * pipeline.chunks();
        StepModel model = new ToyModel(passNs, 1, 0);
        EtSet set = write(new Parallelism(1, 1, 2, stages), pipeline, NO_BUCKETS, model);
        Simulation run = Workload.of(set)
                .simulate(
                        Topology.fullyConnected(2 * stages)
                                .bandwidth(gbps(8_000))
                                .latency(ns(1)),
                        s -> s.fidelity(Fidelity.ANALYTIC));
        double work = 3.0 * passNs / stages * pipeline.microBatches();
        double bubble = run.stepTime().toNanos() / work - 1;
        assertThat(bubble).isBetween(pipeline.bubble(), pipeline.bubble() + 1e-4);
    }

    /** However uneven the time of their computation, ranks meet in all their groups. */
    @Property(tries = 60)
    void unevenRanksNeverWaitInACircle(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 3) int tp,
            @ForAll @IntRange(min = 2, max = 3) int dp,
            @ForAll @IntRange(min = 1, max = 3) int pp,
            @ForAll long seed) {
        Pipeline pipeline = ToyModel.pipeline(schedule, pp, 2, 2);
        EtSet even = write(
                new Parallelism(tp, 1, dp, pipeline.stages()),
                pipeline,
                GradientExchange.ddp().with(Kind.SHARDED).withBuckets(new Bytes(4000)),
                new ToyModel(12_000, 256, 1000));
        Random random = new Random(seed);
        List<EtGraph> uneven = even.ranks().stream()
                .map(graph -> EtGraphEdit.of(graph)
                        .durations((node, ns) -> ns * (1 + random.nextInt(9)))
                        .build())
                .toList();
        Simulation run = Workload.of(new EtSet("uneven", uneven, even.groups(), even.report()))
                .simulate(
                        Topology.fullyConnected(tp * dp * pipeline.stages())
                                .bandwidth(gbps(10))
                                .latency(ns(100)),
                        s -> s.fidelity(Fidelity.ANALYTIC));
        assertThat(run.isComplete()).isTrue();
    }

    /** A model of this many layers with this many parameters each. */
    private static class Layers implements StepModel {
        private final int layers;
        private final long parameters;

        Layers(int layers, long parameters) {
            this.layers = layers;
            this.parameters = parameters;
        }

        @Override
        public void forward(Place place, OpWriter out) {
            IntStream.range(0, layers).forEach(layer -> out.compute("layer " + layer, Cost.of(ns(100))));
        }

        @Override
        public void backward(Place place, OpWriter out) {
            for (int layer = layers - 1; layer >= 0; layer--) {
                out.compute("back " + layer, Cost.of(ns(200)));
                out.gradients(Group.DATA, parameters);
            }
        }

        @Override
        public void update(int stage, OpWriter out) {
            out.compute("update", Cost.of(ns(50)));
        }

        @Override
        public Bytes boundary(int part) {
            return new Bytes(4);
        }
    }

    private static List<Integer> sizes(EtGraph graph, String name) {
        List<Integer> sizes = new ArrayList<>();
        for (int node : IntStream.range(0, graph.size())
                .filter(n -> graph.name(n).equals(name))
                .toArray()) {
            sizes.add((int) graph.integer(node, EtNames.COMM_SIZE, -1));
        }
        return sizes;
    }
}
