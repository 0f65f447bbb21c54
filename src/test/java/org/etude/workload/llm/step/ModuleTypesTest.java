// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.workload.llm.step.Steps.gpt;
import static org.etude.workload.llm.step.Steps.traffic;

import java.util.List;
import java.util.function.Consumer;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.parallel.FreeCommunication;
import org.etude.workload.parallel.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Modules and layers whose products have another type than those of the other ones. */
class ModuleTypesTest {
    /** Wide enough that types decide the time. */
    private static LlmStep wide(String type, Consumer<LlmSettings> change) {
        return gpt(p -> {
            p.hidden(2048)
                    .heads(16)
                    .sequence(1024)
                    .flashAttention()
                    .gpu("B200")
                    .set(LlmOption.CUDA_GRAPHS, true)
                    .set(LlmOption.DTYPE, type);
            change.accept(p);
        });
    }

    private static double seconds(LlmStep step) {
        return step.times(FreeCommunication.TIMES, 0).step() / 1e9;
    }

    private static double seconds(String type, Consumer<LlmSettings> change) {
        return seconds(wide(type, change));
    }

    private static double kept(LlmStep step) {
        return new ActivationBytes(step.local()).layer(0, false);
    }

    private static Consumer<LlmSettings> types(String types) {
        return p -> p.set(LlmOption.MODULE_TYPES, types);
    }

    private static Consumer<LlmSettings> ends(int start, int end) {
        return p -> p.set(LlmOption.START_IN_HALF, start).set(LlmOption.END_IN_HALF, end);
    }

    /** What a layer costs more in half precision, it costs wherever it is; all layers are a step in half precision. */
    @Test
    void layersAtTheEndsCostWhatTheyDoInHalfPrecision() {
        double four = seconds("nvfp4", p -> {});
        double half = seconds("bf16", p -> {});
        assertThat(half).isGreaterThan(1.2 * four);
        for (int[] some : new int[][] {{1, 0}, {0, 1}, {1, 2}, {2, 2}, {4, 0}, {0, 4}}) {
            double share = (some[0] + some[1]) / (double) Steps.LAYERS;
            assertThat(seconds("nvfp4", ends(some[0], some[1])))
                    .isCloseTo(four + share * (half - four), within(1e-6 * half));
        }
    }

    @Test
    void allModulesInHalfPrecisionAreAStepInHalfPrecision() {
        LlmStep half = wide("bf16", p -> {});
        LlmStep all = wide("nvfp4", types("attention=bf16,mlp=bf16"));
        assertThat(seconds(all)).isCloseTo(seconds(half), within(1e-9));
        assertThat(kept(all)).isEqualTo(kept(half));
        assertThat(all.memory().most()).isEqualTo(half.memory().most());
        double eight = seconds("mxfp8", p -> {});
        assertThat(seconds("nvfp4", types("attention=MXFP8, mlp=fp8-mx"))).isCloseTo(eight, within(1e-9));
        assertThat(seconds("bf16", types("attention=mxfp8,mlp=mxfp8"))).isCloseTo(eight, within(1e-9));
    }

    /** A layer keeps 14 inputs of products of 34 bytes: two of attention, one of which is cast besides, and five of the others. */
    @Test
    void modulesKeepTheirInputsInTheirTypes() {
        double sbh = 2 * 32 * 64;
        LlmStep attention =
                gpt(p -> p.flashAttention().set(LlmOption.DTYPE, "fp8").set(LlmOption.MODULE_TYPES, "attention=bf16"));
        assertThat(kept(attention)).isEqualTo(sbh * 29);
        LlmStep layers =
                gpt(p -> p.flashAttention().set(LlmOption.DTYPE, "fp8").set(LlmOption.MODULE_TYPES, "mlp=bf16"));
        assertThat(kept(layers)).isEqualTo(sbh * 34);
        LlmStep one = gpt(p -> ends(1, 0).accept(p.flashAttention().set(LlmOption.DTYPE, "fp8")));
        ActivationBytes bytes = new ActivationBytes(one.local());
        assertThat(bytes.layer(0, false)).isEqualTo(sbh * 34);
        assertThat(bytes.layer(1, false)).isEqualTo(sbh * 29);
        assertThat(bytes.layer(0, true)).isEqualTo(2 * sbh);
    }

    /** Two gathers of a layer's attention and two of its feed-forward part travel as each is cast; tables in half precision. */
    @ParameterizedTest
    @CsvSource({
        "fp8, '', 0, 2, 2",
        "fp8, attention=bf16, 0, 4, 2",
        "fp8, mlp=bf16, 0, 2, 4",
        "bf16, mlp=fp8, 0, 4, 2",
        "fp8, '', 4, 4, 4",
    })
    void gathersTravelInTheirTypes(String type, String types, int half, int attention, int mlp) {
        LlmStep step = gpt(p -> {
            p.world(4).tp(4).sequenceParallel().set(LlmOption.DTYPE, type);
            if (!types.isEmpty()) {
                p.set(LlmOption.MODULE_TYPES, types);
            }
            p.set(LlmOption.END_IN_HALF, half);
        });
        long tables = 3 * Steps.ACTIVATIONS;
        // A gather of inputs before each part, again for its weights' gradients, and one of gradients behind it.
        long layer = 3 * (attention + mlp) * Steps.ACTIVATIONS / 4;
        assertThat(traffic(step, 0, Group.TENSOR, CollectiveType.ALL_GATHER).bytes())
                .isEqualTo(4 * (Steps.LAYERS * layer + tables) / 4);
    }

    /** Modules of a hybrid model, with prediction modules that are in half precision whatever the layers at the ends are. */
    @Test
    void eachModuleOfAHybridModelHasItsType() {
        Consumer<LlmSettings> hybrid = p -> p.sequenceParallel()
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 4)
                .set(LlmOption.TOP_K, 2)
                .set(LlmOption.LATENT, 512)
                .set(LlmOption.SHARED_EXPERTS, 1)
                .set(LlmOption.HYBRID, "ME*-")
                .set(LlmOption.MTP_HYBRID, "*E")
                .multiTokenPrediction(1);
        double four = seconds("nvfp4", hybrid);
        double before = four;
        List<String> modules = List.of("attention", "mlp", "experts", "latent", "mamba_in", "mamba_out", "mtp");
        StringBuilder all = new StringBuilder();
        for (String module : modules) {
            assertThat(seconds("nvfp4", hybrid.andThen(types(module + "=bf16"))))
                    .as(module)
                    .isNotCloseTo(four, within(1e-7));
            all.append(all.length() == 0 ? "" : ",").append(module).append("=bf16");
            double now = seconds("nvfp4", hybrid.andThen(types(all.toString())));
            assertThat(now).as(all.toString()).isNotCloseTo(before, within(1e-7));
            before = now;
        }
        assertThat(before).isCloseTo(seconds("bf16", hybrid), within(1e-9));
        assertThat(seconds("nvfp4", hybrid.andThen(ends(4, 0)).andThen(types("mtp=bf16"))))
                .isCloseTo(before, within(1e-9));
        assertThat(seconds("nvfp4", hybrid.andThen(ends(4, 0)))).isNotCloseTo(before, within(1e-7));
    }

    @Test
    void whatIsUnknownIsRefused() {
        assertThatThrownBy(() -> gpt(types("banana=bf16"))).hasMessageContaining("--module_dtypes has 'banana=bf16'");
        assertThatThrownBy(() -> gpt(types("attention"))).hasMessageContaining("--module_dtypes has 'attention'");
        assertThatThrownBy(() -> gpt(types("mlp=bf16,mlp=fp8"))).hasMessageContaining("'mlp=fp8' besides another type");
        assertThatThrownBy(() -> gpt(types("mlp=banana"))).hasMessageContaining("unknown element type 'banana'");
        assertThatThrownBy(() -> gpt(p -> p.gpu("H100").set(LlmOption.MODULE_TYPES, "mlp=nvfp4")))
                .hasMessageContaining("H100 has no matrix products of type NVFP4");
        assertThatThrownBy(() -> gpt(ends(3, 2)))
                .hasMessageContaining(
                        "--num_layers_at_start_in_bf16 and --num_layers_at_end_in_bf16 are 5 of 4 layers");
        assertThatThrownBy(() -> gpt(ends(-1, 0))).hasMessageContaining("--num_layers_at_start_in_bf16 is -1");
    }

    /** The layers of a stage decide whether its passes are like those of another. */
    @Test
    void stagesDifferByTheirLayersInHalfPrecision() {
        LlmTraining training =
                wide("mxfp8", ends(1, 1).andThen(p -> p.world(4).pp(4))).local();
        assertThat(LlmModel.alike(training, 0)).isZero();
        assertThat(LlmModel.alike(training, 1)).isEqualTo(1);
        assertThat(LlmModel.alike(training, 2)).isEqualTo(1);
        assertThat(LlmModel.alike(training, 3)).isZero();
        double both = seconds("mxfp8", ends(1, 1).andThen(p -> p.world(4).pp(4)));
        double none = seconds("mxfp8", p -> p.world(4).pp(4));
        assertThat(both).isGreaterThan(none);
    }
}
