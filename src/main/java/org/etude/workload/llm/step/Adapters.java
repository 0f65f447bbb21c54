// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.Gemm;

/**
 * Low-rank adapters (Hu et al., LoRA, 2021, section 4.1): a frozen linear layer from in to out is accompanied by one
 * from in to r and one from r to out, whose result is added. In a tensor-parallel layer the adapter on the split side
 * is split as well and the other is replicated, so that a pass exchanges nothing more. Attention, feed-forward parts
 * and shared experts have adapters; routed experts, tables, norms and the router are frozen.
 *
 * @param rank the rank r; 0 for no adapters, in which case everything is trained
 */
record Adapters(long rank) {
    static Adapters of(LlmTraining training) {
        return new Adapters(training.number(LlmOption.LORA));
    }

    boolean on() {
        return rank > 0;
    }

    /** Elements of the adapters of a part on one rank. */
    long count(Part part) {
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
     */
    long partial(Part part) {
        if (part instanceof Part.Column column) {
            return rank * column.in();
        } else if (part instanceof Part.Row row) {
            return rank * row.out();
        } else if (part instanceof Part.Whole) {
            return 0;
        }
        return part.parts().stream().mapToLong(this::partial).sum();
    }

    /** Kernels of a linear layer with its adapter. */
    int kernels() {
        return on() ? 4 : 1;
    }

    /** A linear layer with its adapter. */
    List<StepKernel> forward(StepKernel linear, KernelShapes shapes) {
        return on() ? List.of(linear, down(linear, shapes), up(linear, shapes), sum(linear, shapes)) : List.of(linear);
    }

    /** Gradients of inputs. */
    List<StepKernel> inputs(StepKernel linear, KernelShapes shapes) {
        if (!on()) {
            return List.of(linear.inputGradient());
        }
        return List.of(
                linear.inputGradient(),
                up(linear, shapes).inputGradient(),
                down(linear, shapes).inputGradient());
    }

    /** Gradients of the adapter's weights. */
    List<StepKernel> weights(StepKernel linear, KernelShapes shapes) {
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
        return shapes.elements(linear.name() + " adapter sum", 1, 3, gemm.rows() * gemm.columns());
    }
}
