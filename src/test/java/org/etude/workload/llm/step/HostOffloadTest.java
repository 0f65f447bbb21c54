// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Bandwidth.gbps;
import static org.etude.unit.Time.ns;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.check.EtValidator;
import org.etude.report.Progress;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.parallel.FreeCommunication;
import org.junit.jupiter.api.Test;

class HostOffloadTest {
    private static final int LAYERS = 8;

    private static LlmStep step(int moved, String link, Consumer<LlmSettings> change) {
        return gpt(p -> {
            p.gpu("H100")
                    .layers(LAYERS)
                    .flashAttention()
                    .set(LlmOption.OFFLOAD_LAYERS, moved)
                    .set(LlmOption.HOST_LINK, link);
            change.accept(p);
        });
    }

    private static LlmStep step(int moved, String link) {
        return step(moved, link, p -> p.globalBatch(Steps.BATCH));
    }

    private static double nanos(LlmStep step) {
        return step.times(FreeCommunication.TIMES, 0).step();
    }

    private static double kept(LlmStep step) {
        return step.memory().stages().get(0).activations().value();
    }

    /** Korthikanti et al. 2022, equation 1 without scores: 34 s b h of each layer, of which k are gone. */
    @Test
    void layersInTheHostsMemoryTakeNoneOfTheGpus() {
        double layer = 34.0 * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN;
        double all = kept(step(0, "50"));
        for (int moved = 1; moved < LAYERS; moved++) {
            assertThat(kept(step(moved, "50"))).as("%d", moved).isEqualTo(all - moved * layer);
        }
    }

    /** Copies take turns: a slow link takes each layer there and back, a fast one nothing. */
    @Property(tries = 30)
    void aStepTakesAtLeastItsCopiesAndAtMostThemAndTheRest(
            @ForAll @IntRange(min = 1, max = LAYERS - 1) int moved, @ForAll @IntRange(min = 1, max = 2000) int link) {
        double without = nanos(step(0, "50"));
        double copies = 2.0 * moved * 34 * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN / link;
        double step = nanos(step(moved, Integer.toString(link)));
        assertThat(step).isGreaterThanOrEqualTo(Math.max(without, copies) - LAYERS);
        assertThat(step).isLessThanOrEqualTo(without + copies + 4 * LAYERS);
    }

    /** With one layer of eight the GPU waits for the copy to the host only before the last layer, and for that back before the first. */
    @Test
    void aFastLinkCostsNothing() {
        assertThat(nanos(step(LAYERS - 4, "900000"))).isCloseTo(nanos(step(0, "50")), Percentage.withPercentage(0.01));
        double layer = 34.0 * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN;
        double without = nanos(step(0, "50"));
        double link = 2 * layer / without;
        // Half of the step each way, which six layers of the forward pass, a fourth of it, do not hide.
        assertThat(nanos(step(1, Double.toString(link)))).isGreaterThan(without);
        assertThat(nanos(step(1, Double.toString(40 * link)))).isCloseTo(without, within(2.0));
    }

    @Property(tries = 25)
    void addedUpTheyTakeAsLongAsSimulatedAndAreSound(
            @ForAll @IntRange(max = LAYERS - 1) int moved,
            @ForAll @IntRange(min = 1, max = 400) int link,
            @ForAll boolean shared,
            @ForAll boolean optimizer,
            @ForAll boolean overlap) {
        LlmStep step = step(moved, Integer.toString(link), p -> p.world(2)
                .globalBatch(4 * Steps.BATCH)
                .set(LlmOption.SHARDING, shared ? "optim_grads_params" : "optim")
                .set(LlmOption.OFFLOAD_OPTIMIZER, optimizer)
                .set(LlmOption.OFFLOAD_FRACTION, "0.5")
                .set(LlmOption.OFFLOAD_OVERLAP, overlap));
        Workload traces = Workload.of(step.write(Progress.NONE));
        Simulation run = traces.simulate(
                Topology.fullyConnected(2).bandwidth(gbps(800_000_000)).latency(ns(1)),
                s -> s.fidelity(Fidelity.ANALYTIC).singleStream(false));
        assertThat(nanos(step)).isCloseTo(run.stepTime().toNanos(), Percentage.withPercentage(0.1));
        assertThat(EtValidator.check(step.write(Progress.NONE), Progress.NONE).findings())
                .filteredOn(row -> !row.effect().startsWith("ASTRA-sim never finishes this job"))
                .isEmpty();
    }

    /** Both moments leave: 8 of 12 bytes; 4 bytes go there, 28 are read and written, 4 come back. */
    @Test
    void theHostUpdatesItsPartOfTheParameters() {
        Consumer<LlmSettings> job = p -> p.globalBatch(Steps.BATCH).distributedOptimizer();
        LlmStep on = step(0, "50", job);
        LlmStep off = step(0, "50", job.andThen(p -> p.set(LlmOption.OFFLOAD_OPTIMIZER, true)
                .set(LlmOption.HOST_MEMORY, "14")));
        MemoryPlan.Stage before = on.memory().stages().get(0);
        MemoryPlan.Stage after = off.memory().stages().get(0);
        double parameters = before.parameters();
        assertThat(before.optimizer().value()).isEqualTo((long) (12 * parameters));
        assertThat(after.optimizer().value()).isEqualTo((long) (4 * parameters));
        double host = parameters * (4 / 50.0 + 28 / 14.0 + 4 / 50.0);
        double gpu = nanos(on)
                - nanos(step(0, "50", p -> p.globalBatch(Steps.BATCH)
                        .distributedOptimizer()
                        .set(LlmOption.OFFLOAD_OPTIMIZER, true)
                        .set(LlmOption.HOST_LINK, "900000000")
                        .set(LlmOption.HOST_MEMORY, "900000000")));
        assertThat(gpu).as("what the GPU no longer updates").isPositive();
        assertThat(nanos(off) - (nanos(on) - gpu)).isCloseTo(host, within(4.0));
    }

    @Test
    void whatMegatronDoesNotCombineIsRefused() {
        refused(p -> p.set(LlmOption.OFFLOAD_LAYERS, LAYERS), "--cpu_offloading_num_layers 8 of 8 layers");
        refused(p -> p.world(2).pp(2), "--cpu_offloading_num_layers 2 with --pipeline_model_parallel 2");
        refused(p -> p.recompute("full"), "--cpu_offloading_num_layers 2 with recomputation");
        refused(p -> p.set(LlmOption.CUDA_GRAPHS, true), "--cpu_offloading_num_layers 2 with CUDA graphs");
        refused(p -> p.set(LlmOption.OFFLOAD_OPTIMIZER, true), "--optimizer_cpu_offload without shares");
        refused(
                p -> p.distributedOptimizer()
                        .set(LlmOption.OFFLOAD_OPTIMIZER, true)
                        .set(LlmOption.OFFLOAD_FRACTION, "0"),
                "--optimizer_offload_fraction is '0'");
        refused(p -> p.set(LlmOption.HOST_LINK, "0"), "--host_link is '0'");
    }

    private static void refused(Consumer<LlmSettings> change, String what) {
        assertThatThrownBy(() -> step(2, "50", p -> {
                            p.globalBatch(2 * Steps.BATCH);
                            change.accept(p);
                        })
                        .write(Progress.NONE))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining(what);
    }
}
