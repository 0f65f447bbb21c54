// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.workload.llm.cost.AttentionShape;
import org.etude.workload.llm.cost.Gemm;

/**
 * A computation of one kernel.
 *
 * @param name what it is
 * @param operations floating-point operations
 * @param bytes bytes to and from device memory
 * @param nanos duration in ns, 0 while unknown
 * @param host host time to launch it, in ns; a lower bound for the kernels of a part together
 * @param form its shape, which determines its time
 */
record StepKernel(String name, double operations, double bytes, double nanos, double host, Form form) {
    /**
     * Bytes moved to accumulate a parameter's gradient: four read and four written instead of the two of the product.
     */
    private static final double ACCUMULATION_BYTES = 6;

    private static final int SCORE_KERNELS = 4;

    private static final Form ELEMENTS = new Form(Kind.ELEMENTS, null);

    /** Kinds of kernels. */
    enum Kind {
        /** Work on each element, bound by memory. */
        ELEMENTS,
        /** A matrix product in the model's element type. */
        PRODUCT,
        /** A matrix product for the gradient of weights, whose operands are already cast. */
        WEIGHT_PRODUCT,
        /** A matrix product that stays in half precision. */
        HALF_PRODUCT,
        /** Fused attention, forward. */
        FUSED,
        /** Fused attention, backward. */
        FUSED_BACKWARD,
        /** Attention whose scores go through memory. */
        SCORES,
        /** State-space products of a Mamba-2 layer, forward. */
        STATES,
        /** Those for gradients. */
        STATES_BACKWARD
    }

    /**
     * What determines a kernel's time apart from operations and bytes.
     *
     * @param kind the kind
     * @param gemm the product, null for other kinds
     * @param launches number of actual kernels, if they are not products
     * @param attention heads and sequences of fused attention, null for other kinds
     */
    record Form(Kind kind, Gemm gemm, int launches, AttentionShape attention) {
        Form(Kind kind, Gemm gemm) {
            this(kind, gemm, kind == Kind.SCORES ? SCORE_KERNELS : 1);
        }

        Form(Kind kind, Gemm gemm, int launches) {
            this(kind, gemm, launches, null);
        }

        static Form attention(Kind kind, AttentionShape shape) {
            return new Form(kind, null, 1, shape);
        }
    }

    /** Work on elements. */
    StepKernel(String name, double operations, double bytes) {
        this(name, operations, bytes, 0, 0, ELEMENTS);
    }

    StepKernel(String name, double operations, double bytes, Form form) {
        this(name, operations, bytes, 0, 0, form);
    }

    /** The same as this many kernels that the host launches. */
    StepKernel launched(int launches) {
        return new StepKernel(
                name, operations, bytes, nanos, host, new Form(form.kind, form.gemm, launches, form.attention));
    }

    StepKernel named(String other) {
        return new StepKernel(other, operations, bytes, nanos, host, form);
    }

    /** The same kernel repeated this many times. */
    StepKernel times(double factor) {
        return new StepKernel(name, operations * factor, bytes * factor, nanos * factor, host * factor, form);
    }

    /** The same product or element-wise work on a fraction of its rows, with proportional operations and bytes. */
    StepKernel rows(double share) {
        Gemm gemm = form.gemm();
        if (gemm == null) {
            return new StepKernel(name, operations * share, bytes * share, form);
        }
        Gemm part = new Gemm(gemm.rows() * share, gemm.columns(), gemm.depth(), gemm.count());
        return new StepKernel(name, operations * share, bytes * share, new Form(form.kind, part));
    }

    /** The product for the gradient of this product's input. */
    StepKernel inputGradient() {
        return new StepKernel(name + " grad", operations, bytes, new Form(form.kind, form.gemm.inputGradient()));
    }

    /** The product for the gradient of this product's weights, including its accumulation. */
    StepKernel weightGradient() {
        double elements = form.gemm.columns() * form.gemm.depth() * form.gemm.count();
        return new StepKernel(
                name + " weight grad",
                operations,
                bytes + ACCUMULATION_BYTES * elements,
                new Form(form.kind == Kind.PRODUCT ? Kind.WEIGHT_PRODUCT : form.kind, form.gemm.weightGradient()));
    }

    StepKernel taking(double time) {
        return taking(time, 0);
    }

    StepKernel taking(double time, double ofHost) {
        return new StepKernel(name, operations, bytes, time, ofHost, form);
    }
}
