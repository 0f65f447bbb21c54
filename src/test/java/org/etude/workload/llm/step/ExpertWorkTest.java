// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.HostFloor;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.junit.jupiter.api.Test;

/** Passes over memory, launches and host time of experts, by dispatcher and fusion. 64 tokens, 2 experts each, 2 of 8 on a rank. */
class ExpertWorkTest {
    private static final double MOVED = 64.0 * 2 * Steps.HIDDEN * 2;
    private static final double HOST = 10_000;

    private static LlmTraining training(Consumer<LlmSettings> change) {
        LlmSettings settings = new LlmSettings(null)
                .layers(Steps.LAYERS)
                .hidden(Steps.HIDDEN)
                .heads(4)
                .sequence(Steps.SEQUENCE)
                .microBatch(Steps.BATCH)
                .globalBatch(8 * Steps.BATCH)
                .world(4)
                .ep(4)
                .gpu("B200")
                .sequenceParallel();
        settings.set(LlmOption.MOE, true).set(LlmOption.EXPERTS, 8).set(LlmOption.TOP_K, 2);
        settings.set(LlmOption.SWIGLU, true).set(LlmOption.HOST_US, "10").set(LlmOption.DTYPE, "mxfp8");
        change.accept(settings);
        return LlmTraining.of(settings);
    }

    private static Work experts(LlmTraining training) {
        Part.Block layer = LlmModel.layer(training, 0);
        Part.Experts experts = (Part.Experts) layer.parts().get(2);
        Work work = new ExpertWork(training, new KernelShapes(training), training.expertLoad()).experts(experts);
        return (Work) new StepKernelTimes(training, Optional.empty())
                .of(List.of(work))
                .get(0);
    }

    private static Work router(LlmTraining training) {
        return new ExpertWork(training, new KernelShapes(training), 1).router();
    }

    private static List<String> names(List<StepKernel> kernels) {
        return kernels.stream().map(StepKernel::name).toList();
    }

    private static double host(List<StepKernel> kernels) {
        return kernels.stream().mapToDouble(StepKernel::host).sum();
    }

    @Test
    void theAllToAllDispatcherSortsAndSumsUp() {
        LlmTraining training = training(p -> p.set(LlmOption.TOKEN_DISPATCHER, "alltoall"));
        Work work = experts(training);
        assertThat(names(work.forward()))
                .containsExactly("sort", "experts up", "activation", "experts down", "sort back");
        assertThat(names(work.backward())).startsWith("sort grad").endsWith("sort back grad");
        assertThat(work.forward().get(0).bytes()).isEqualTo(2 * MOVED);
        assertThat(names(router(training).forward())).containsExactly("router", "permute", "unpermute");
        assertThat(router(training).forward().get(2).bytes()).isEqualTo(1.5 * MOVED);
        assertThat(names(router(training(p -> {})).forward())).containsExactly("router", "permute");
        assertThat(names(experts(training(p -> {})).forward()))
                .containsExactly("experts up", "activation", "experts down");
    }

    /** Forward: two products, each launched and cast per expert, an activation; tensors of 2 x 2 experts. */
    @Test
    void theHostHandlesEachExpert() {
        assertThat(host(experts(training(p -> {})).forward())).isEqualTo(9 * HOST + 4 * HostFloor.GROUPED);
        Work fused = experts(training(p -> p.set(LlmOption.FUSED_EXPERTS, true)));
        assertThat(names(fused.forward())).containsExactly("experts up", "experts down");
        assertThat(names(fused.backward()))
                .containsExactly("experts down grad", "experts down weight grad", "experts up grad");
        assertThat(host(fused.forward())).isEqualTo(3 * HOST + 4 * HostFloor.GROUPED);
        assertThat(host(experts(training(p -> p.set(LlmOption.CUDA_GRAPHS, true)))
                        .forward()))
                .isZero();
    }

    /** Without activation, and without the cast of its result, whose elements are four bytes each. */
    @Test
    void fusedProductsMoveLess() {
        Work apart = experts(training(p -> {}));
        Work fused = experts(training(p -> p.set(LlmOption.FUSED_EXPERTS, true)));
        StepKernel down = apart.forward().get(2);
        StepKernel fusedDown = fused.forward().get(1);
        assertThat(fusedDown.operations()).isEqualTo(down.operations());
        assertThat(fusedDown.nanos()).isLessThan(down.nanos());
        assertThat(fused.forward().get(0).nanos())
                .isEqualTo(apart.forward().get(0).nanos());
    }

    @Test
    void unknownDispatchersAreRefused() {
        LlmTraining training = training(p -> p.set(LlmOption.TOKEN_DISPATCHER, "banana"));
        assertThatThrownBy(() -> router(training)).hasMessageContaining("--moe_token_dispatcher_type is 'banana'");
    }
}
