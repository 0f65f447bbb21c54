// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Element types of products where a training in eight or four bits keeps some in another: single modules of all layers
 * (Megatron-Core's --te-precision-config-file), whole layers at both ends (--num-layers-at-start-in-bf16 and
 * --num-layers-at-end-in-bf16), and prediction modules.
 *
 * @param types the types of modules that have one of their own
 * @param base the type of all others
 */
public record ModuleTypes(Map<String, ElementType> types, ElementType base) {
    /** Products of attention. */
    public static final String ATTENTION = "attention";

    /** Feed-forward layers and shared experts. */
    public static final String MLP = "mlp";

    /** Routed experts. */
    public static final String EXPERTS = "experts";

    /** The first product of a state-space layer. */
    public static final String MAMBA_IN = "mamba_in";

    /** Its last. */
    public static final String MAMBA_OUT = "mamba_out";

    /** Prediction modules. */
    public static final String PREDICTION = "mtp";

    private static final String HALF = "bf16";
    /** Modules by how the names of their products begin, of which adapters and gradients have longer ones. */
    private static final List<Map.Entry<String, String>> PREFIXES = List.of(
            Map.entry("attention_", ATTENTION),
            Map.entry("mlp_", MLP),
            Map.entry("experts ", EXPERTS),
            Map.entry("latent_", "latent"),
            Map.entry("mamba_in", MAMBA_IN),
            Map.entry("mamba_out", MAMBA_OUT));

    /** Copies. */
    public ModuleTypes {
        types = Map.copyOf(types);
    }

    /**
     * The types of a training.
     *
     * @throws org.etude.spec.LlmException when a module or a type is unknown
     */
    public static ModuleTypes of(LlmTraining training) {
        Map<String, ElementType> types = new HashMap<>();
        training.moduleTypes().forEach((module, type) -> types.put(module, ElementType.named(type)));
        return new ModuleTypes(types, ElementType.named(training.text(LlmOption.DTYPE)));
    }

    /** The type of a module. */
    public ElementType of(String module) {
        return types.getOrDefault(module, base);
    }

    /** The type of a product with this name. */
    public ElementType ofProduct(String name) {
        return types.isEmpty()
                ? base
                : PREFIXES.stream()
                        .filter(prefix -> name.startsWith(prefix.getKey()))
                        .findFirst()
                        .map(prefix -> of(prefix.getValue()))
                        .orElse(base);
    }

    /** What describes the layers that stay in half precision; the training itself if there are none. */
    public static LlmTraining half(LlmTraining training) {
        boolean some = training.number(LlmOption.START_IN_HALF) + training.number(LlmOption.END_IN_HALF) > 0;
        return some ? whole(training, HALF) : training;
    }

    /** What describes prediction modules, which are not among the layers at the ends. */
    public static LlmTraining predictions(LlmTraining training) {
        String own = training.moduleTypes().get(PREDICTION);
        if (own != null) {
            return whole(training, own);
        }
        return half(training) == training ? training : without(training, training.values());
    }

    /** The training with one type for all products. */
    private static LlmTraining whole(LlmTraining training, String type) {
        Map<LlmOption, String> values = new EnumMap<>(training.values());
        values.put(LlmOption.DTYPE, type);
        values.remove(LlmOption.MODULE_TYPES);
        return without(training, values);
    }

    private static LlmTraining without(LlmTraining training, Map<LlmOption, String> values) {
        Map<LlmOption, String> all = new EnumMap<>(values);
        all.put(LlmOption.START_IN_HALF, "0");
        all.put(LlmOption.END_IN_HALF, "0");
        return new LlmTraining(all, training.compat());
    }
}
