// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

/**
 * A row: what a layer computes and communicates in its three passes. Times are in ns, sizes in bytes.
 *
 * @param name the layer
 * @param forward the forward pass
 * @param inputGrad the gradient of inputs
 * @param weightGrad the gradient of weights
 * @param processTime the last field: how long a collective's result takes to be taken over, ns; the analytical model does
 *     not use it
 */
public record SimAiRow(String name, Pass forward, Pass inputGrad, Pass weightGrad, long processTime) {
    /** The value of the last field that AICB writes. */
    public static final long PROCESS_TIME = 100;

    /**
     * One pass: computation, then communication.
     *
     * @param computeNs the time of the computation
     * @param comm the collective and its group as written: {@code ALLREDUCE}, {@code ALLTOALL_EP}, {@code NONE}
     * @param bytes the size of the collective
     */
    public record Pass(long computeNs, String comm, long bytes) {
        /** No communication. */
        public static final String NONE = "NONE";

        /** Computation alone. */
        public static Pass compute(long nanos) {
            return new Pass(nanos, NONE, 0);
        }

        /** The same without a size when there is no communication. */
        Pass clean() {
            return comm.equals(NONE) ? compute(computeNs) : this;
        }
    }

    /** A row with the usual last field. */
    public static SimAiRow of(String name, Pass forward, Pass inputGrad, Pass weightGrad) {
        return new SimAiRow(name, forward, inputGrad, weightGrad, PROCESS_TIME);
    }
}
