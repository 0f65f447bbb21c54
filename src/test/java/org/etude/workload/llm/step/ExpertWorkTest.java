// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
        assertThat(names(router(training).forward()))
                .containsExactly("router", "router choices", "permute", "unpermute");
        assertThat(router(training).forward().get(3).bytes()).isEqualTo(1.5 * MOVED);
    }

    /** Of two choices 4 (1 - (3 / 4)^2) = 1.75 of four ranks get a token once; there it is read, and written for each choice. */
    @Test
    void theFlexibleDispatcherCopiesTokensWhereTheyAreNeeded() {
        assertThat(names(router(training(p -> {})).forward())).containsExactly("router", "router choices");
        Work work = experts(training(p -> {}));
        assertThat(names(work.forward()))
                .containsExactly("sort", "experts up", "activation", "experts down", "sort back");
        assertThat(work.forward().get(0).bytes()).isEqualTo((1 + 1.75 / 2) * MOVED);
        Work again = experts(training(p -> p.set(LlmOption.RECOMPUTE_MODULES, "moe_act")));
        assertThat(names(again.backward())).contains("activation again");
    }

    /** The router is 31 kernels with the all-to-all dispatcher and 17 with the flexible one; none where it is a graph. */
    @Test
    void theHostLaunchesTheKernelsOfTheRouter() {
        assertThat(routed(training(p -> p.set(LlmOption.TOKEN_DISPATCHER, "alltoall"))))
                .isEqualTo((1 + 31) * HOST);
        assertThat(routed(training(p -> {}))).isEqualTo((1 + 17) * HOST);
        assertThat(routed(training(p -> p.set(LlmOption.GRAPH_SCOPE, "attn,moe_router"))))
                .isZero();
        assertThatThrownBy(() -> routed(training(p -> p.set(LlmOption.GRAPH_SCOPE, "moe"))))
                .hasMessageContaining("--cuda_graph_scope has 'moe'");
    }

    private static double routed(LlmTraining training) {
        Work work = (Work) new StepKernelTimes(training, Optional.empty())
                .of(List.of(router(training)))
                .get(0);
        return host(work.forward().subList(0, 2));
    }

    /** Forward: two products, each launched and cast per expert, an activation; tensors of 2 x 2 experts. */
    @Test
    void theHostHandlesEachExpert() {
        double products = 4 * HostFloor.GROUPED + 2 * HostFloor.MODULE;
        assertThat(host(experts(training(p -> {})).forward())).isCloseTo(11 * HOST + products, within(1e-6));
        Work fused = experts(training(p -> p.set(LlmOption.FUSED_EXPERTS, true)));
        assertThat(names(fused.forward())).containsExactly("sort", "experts up", "experts down", "sort back");
        assertThat(names(fused.backward()))
                .containsExactly(
                        "sort grad",
                        "experts down grad",
                        "experts down weight grad",
                        "experts up grad",
                        "sort back grad");
        assertThat(host(fused.forward())).isEqualTo(5 * HOST + 4 * HostFloor.GROUPED);
        assertThat(host(experts(training(p -> p.set(LlmOption.CUDA_GRAPHS, true)))
                        .forward()))
                .isZero();
    }

    /** Without activation, and without the cast of its result, whose elements are four bytes each. */
    @Test
    void fusedProductsMoveLess() {
        Work apart = experts(training(p -> {}));
        Work fused = experts(training(p -> p.set(LlmOption.FUSED_EXPERTS, true)));
        StepKernel down = apart.forward().get(3);
        StepKernel fusedDown = fused.forward().get(2);
        assertThat(fusedDown.operations()).isEqualTo(down.operations());
        assertThat(fusedDown.nanos()).isLessThan(down.nanos());
        assertThat(fused.forward().get(1).nanos())
                .isEqualTo(apart.forward().get(1).nanos());
    }

    @Test
    void unknownDispatchersAreRefused() {
        LlmTraining training = training(p -> p.set(LlmOption.TOKEN_DISPATCHER, "banana"));
        assertThatThrownBy(() -> router(training)).hasMessageContaining("--moe_token_dispatcher_type is 'banana'");
    }
}
