// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.etude.Workloads;
import org.etude.et.wire.EtSet;
import org.etude.sim.Simulator;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.LlmSettings;
import org.etude.spec.SimOptions.Streams;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;

/** Steps of language models: the copies of a pipeline stage are simulated once, with the result of all. */
class LlmSymmetryTest {
    private static final LogicalTopology SWITCH = LogicalTopology.switched(16);

    private static EtSet step(Consumer<LlmSettings> plan) {
        return Workloads.llm("llama_7B", p -> {
                    p.world(16).layers(4).microBatch(1).globalBatch(16).gpu("H100");
                    plan.accept(p);
                })
                .toEt()
                .set();
    }

    private static void reduces(EtSet step, Streams streams, int copies) {
        reduces(step, SWITCH, streams, copies);
    }

    private static void reduces(EtSet step, LogicalTopology network, Streams streams, int copies) {
        Scenario plain = Scenario.of(step, network);
        Scenario scenario = plain.options(plain.options().streams(streams));
        assertThat(EquivalenceSearch.of(scenario))
                .hasValueSatisfying(equivalent -> assertThat(equivalent.size()).isEqualTo(copies));
        SimulationResult reduced =
                EquivalenceRun.run(scenario, "", RunCheckpoint.none()).result().orElseThrow();
        SameResults.check(
                reduced, Simulator.run(scenario.options(scenario.options().symmetry(Symmetry.EXHAUSTIVE))));
    }

    @Test
    void tensorPipelineAndDataParallel() {
        EtSet step =
                step(p -> p.tp(2).pp(2).sequenceParallel().overlapGradients().distributedOptimizer());
        reduces(step, Streams.ONE, 4);
        reduces(step, Streams.PER_GROUP, 4);
    }

    @Test
    void chunksOfStagesAndZero() {
        reduces(step(p -> p.pp(4).interleaved(1).overlapGradients()), Streams.ONE, 4);
        reduces(step(p -> p.tp(4).pp(2).zero(2).overlapGradients()), Streams.ONE, 2);
    }

    /** Groups of experts lie inside the copies, so the cycles are those of the copies of the same experts. */
    @Test
    void experts() {
        reduces(experts(16, 4, 4), SWITCH, Streams.ONE, 2);
    }

    /** Every GPU of a node sends to every other in one tick, and then to those of other nodes. */
    @Test
    void expertsOfWholeNodes() {
        Bandwidth rate = Bandwidth.gigabytesPerSecond(50);
        LogicalTopology nodes = new LogicalTopology(List.of(
                new TopologyDim(DimKind.SWITCH, 4, rate, 500), new TopologyDim(DimKind.SWITCH, 8, rate, 2_000)));
        reduces(experts(32, 4, 8), nodes, Streams.ONE, 16);
        reduces(experts(32, 8, 8), nodes, Streams.PER_GROUP, 4);
    }

    private static EtSet experts(int ranks, int parallel, int layers) {
        return Workloads.llm("mixtral_8x7B", p -> p.world(ranks)
                        .layers(layers)
                        .ep(parallel)
                        .pp(2)
                        .microBatch(1)
                        .globalBatch(ranks)
                        .gpu("H100"))
                .toEt()
                .set();
    }
}
