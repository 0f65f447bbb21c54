// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.LlmOption;

/**
 * What to search for.
 *
 * @param options the model, GPUs, batch and everything else that all candidates share
 * @param fixed parallelization options that are not searched
 * @param reserve fraction of the GPU's memory reserved for the framework, its buffers and fragmentation
 * @param keep number of fastest plans to keep
 */
public record PlanRequest(
        Map<LlmOption, String> options, Map<LlmOption, List<String>> fixed, double reserve, int keep) {
    /**
     * Memory of the CUDA context, NCCL's buffers, cuBLAS workspaces and the caching allocator's fragmentation: 5 to 10
     * GB of 80 (which Megatron-LM's theoretical memory report excludes).
     */
    public static final double RESERVE = 0.1;

    /** Copies; rejects an invalid request. */
    public PlanRequest {
        options = Map.copyOf(options);
        fixed = Map.copyOf(fixed);
        if (!(reserve >= 0 && reserve < 1) || keep < 1) {
            throw new PlanException(
                    "a reserve of " + reserve + " and " + keep + " plans to keep",
                    "Give a fraction from 0 to below 1, and 1 plan or more.");
        }
        fixed.forEach((option, values) -> values.forEach(value -> check(option, value)));
        String batch = options.get(LlmOption.GLOBAL_BATCH);
        if (batch != null && batch.matches("-[0-9]+|0+")) {
            throw new PlanException(LlmOption.GLOBAL_BATCH.option() + " is " + batch, "Give 1 or more.");
        }
    }

    /** Sizes must be positive because ranks and layers are divided by them before a step is validated. */
    private static void check(LlmOption option, String value) {
        boolean number = option.kind() == LlmOption.Kind.NUMBER;
        if (number ? !value.matches("0{0,9}[1-9][0-9]{0,8}") : value.isEmpty()) {
            throw new PlanException(
                    option.option() + ": found '" + value + "' among its values" + (number ? ", not 1 or more" : ""),
                    "Give the values to try separated by commas, or leave out the option to search all.");
        }
    }

    /** A request for the ten fastest plans with the default reserve. */
    public static PlanRequest of(Map<LlmOption, String> options) {
        return of(options, RESERVE, 10);
    }

    /**
     * A request from options as text: parallelization options are restricted to their comma-separated values; those not
     * given are searched.
     */
    public static PlanRequest of(Map<LlmOption, String> given, double reserve, int keep) {
        Map<LlmOption, String> options = new EnumMap<>(LlmOption.class);
        options.putAll(given);
        Map<LlmOption, List<String>> fixed = new EnumMap<>(LlmOption.class);
        for (LlmOption option : SplitSpace.options()) {
            String value = options.remove(option);
            if (value != null) {
                fixed.put(
                        option,
                        Arrays.stream(value.split(",", -1))
                                .map(String::strip)
                                .distinct()
                                .toList());
            }
        }
        return new PlanRequest(options, fixed, reserve, keep);
    }
}
