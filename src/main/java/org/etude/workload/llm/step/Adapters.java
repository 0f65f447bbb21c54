// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.Gemm;

/**
 * Low-rank adapters (Hu et al., LoRA, 2021, section 4.1): a frozen linear layer from in to out is accompanied by one
 * from in to r and one from r to out, whose result is added. In a tensor-parallel layer the adapter on the split side
 * is split as well and the other is replicated, so that a pass exchanges nothing more. Attention, feed-forward parts
 * and shared experts have adapters, or those of their layers that are named; routed experts, tables, norms and the router are frozen.
 *
 * @param rank the rank r; 0 for no adapters, in which case everything is trained
 * @param modules the layers with adapters, by Megatron's names; empty for all
 */
record Adapters(long rank, Set<String> modules) {
    /** Megatron's names of linear layers, by the names of parts. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("attention_column", "linear_qkv"),
            Map.entry("attention_linear_q_lora", "linear_qkv"),
            Map.entry("attention_q_column", "linear_qkv"),
            Map.entry("attention_linear_kv_lora", "linear_qkv"),
            Map.entry("attention_kv_column", "linear_qkv"),
            Map.entry("attention_row", "linear_proj"),
            Map.entry("attention_o_row", "linear_proj"),
            Map.entry("mlp_column", "linear_fc1"),
            Map.entry("mlp_row", "linear_fc2"));

    private static final String SUM = " adapter sum";
    /** The layer's product, those of the adapter, and the sum. */
    private static final int ALL = 4;

    /**
     * The adapters of a training.
     *
     * @throws LlmException when a layer is unknown, or layers are named without a rank
     */
    static Adapters of(LlmTraining training) {
        long rank = training.number(LlmOption.LORA);
        Set<String> modules = training.words(LlmOption.LORA_MODULES);
        if (rank == 0 && !modules.isEmpty()) {
            throw new LlmException(
                    LlmOption.LORA_MODULES.option() + " without " + LlmOption.LORA.option(), "Give the rank, too.");
        }
        return new Adapters(rank, modules);
    }

    boolean on() {
        return rank > 0;
    }

    private boolean on(String layer) {
        String name = NAMES.get(layer);
        return on() && name != null && (modules.isEmpty() || modules.contains(name));
    }

    private boolean frozen(Part part) {
        return part.parts().isEmpty() && !on(part.name());
    }

    /** Elements of the adapters of a part on one rank. */
    long count(Part part) {
        if (frozen(part)) {
            return 0;
        }
        if (part instanceof Part.Column column) {
            return rank * (column.in() + column.partition());
        } else if (part instanceof Part.Row row) {
            return rank * (row.partition() + row.out());
        } else if (part instanceof Part.Whole whole) {
            return rank * (whole.in() + whole.out());
        }
        return part.parts().stream().mapToLong(this::count).sum();
    }

    /**
     * Those elements whose gradients are partial sums on tensor-parallel ranks, because each holds the whole adapter.
     *
     * @param spread whether each rank adapts its own tokens alone where all ranks have the linear layer
     */
    long partial(Part part, boolean spread) {
        if (frozen(part)) {
            return 0;
        }
        if (part instanceof Part.Column column) {
            return rank * column.in();
        } else if (part instanceof Part.Row row) {
            return rank * row.out();
        } else if (part instanceof Part.Whole) {
            return spread ? count(part) : 0;
        }
        return part.parts().stream().mapToLong(inner -> partial(inner, spread)).sum();
    }

    /** How many kernels at the end of a forward pass are its last linear layer and the adapter of that. */
    int last(List<StepKernel> forward) {
        return forward.get(forward.size() - 1).name().endsWith(SUM) ? ALL : 1;
    }

    /** A linear layer with its adapter, if it has one. */
    List<StepKernel> forward(StepKernel linear, KernelShapes shapes) {
        return on(linear.name())
                ? List.of(linear, down(linear, shapes), up(linear, shapes), sum(linear, shapes))
                : List.of(linear);
    }

    /** Gradients of inputs. */
    List<StepKernel> inputs(StepKernel linear, KernelShapes shapes) {
        if (!on(linear.name())) {
            return List.of(linear.inputGradient());
        }
        return List.of(
                linear.inputGradient(),
                up(linear, shapes).inputGradient(),
                down(linear, shapes).inputGradient());
    }

    /** Gradients of the adapter's weights. */
    List<StepKernel> weights(StepKernel linear, KernelShapes shapes) {
        if (!on(linear.name())) {
            return List.of();
        }
        return List.of(up(linear, shapes).weightGradient(), down(linear, shapes).weightGradient());
    }

    private StepKernel down(StepKernel linear, KernelShapes shapes) {
        Gemm gemm = linear.form().gemm();
        return shapes.product(linear.name() + " adapter in", gemm.rows(), gemm.depth(), rank);
    }

    private StepKernel up(StepKernel linear, KernelShapes shapes) {
        Gemm gemm = linear.form().gemm();
        return shapes.product(linear.name() + " adapter out", gemm.rows(), rank, gemm.columns());
    }

    private static StepKernel sum(StepKernel linear, KernelShapes shapes) {
        Gemm gemm = linear.form().gemm();
        return shapes.elements(linear.name() + SUM, 1, 3, gemm.rows() * gemm.columns());
    }
}
