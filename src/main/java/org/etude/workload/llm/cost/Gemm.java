// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * A matrix product, or several of the same shape in one kernel: C (rows x columns) = A (rows x depth) B (depth x columns).
 *
 * @param rows rows of the result
 * @param columns columns of the result
 * @param depth inner (reduction) dimension
 * @param count products in the kernel, 1 unless it is grouped or batched
 */
public record Gemm(double rows, double columns, double depth, double count) {
    /** One product. */
    public Gemm(double rows, double columns, double depth) {
        this(rows, columns, depth, 1);
    }

    /** The product for the gradient of A: the result's columns become the inner dimension. */
    public Gemm inputGradient() {
        return new Gemm(rows, depth, columns, count);
    }

    /** The product for the gradient of B: rows become the inner dimension. */
    public Gemm weightGradient() {
        return new Gemm(depth, columns, rows, count);
    }

    /** Floating-point operations: two per multiplication. */
    public double operations() {
        return 2 * rows * columns * depth * count;
    }
}
