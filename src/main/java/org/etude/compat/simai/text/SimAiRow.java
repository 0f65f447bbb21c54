// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

/**
 * A row: a layer's computation and communication in its three passes. Times are in ns, sizes in bytes.
 *
 * @param name the layer
 * @param forward the forward pass
 * @param inputGrad the gradient of inputs
 * @param weightGrad the gradient of weights
 * @param processTime the last field: how long it takes to apply a collective's result, ns; unused by the analytical
 *     model
 */
public record SimAiRow(String name, Pass forward, Pass inputGrad, Pass weightGrad, long processTime) {
    /** AICB's value of the last field. */
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

        /** A pass without communication. */
        public static Pass compute(long nanos) {
            return new Pass(nanos, NONE, 0);
        }

        /** This pass without a size if there is no communication. */
        Pass clean() {
            return comm.equals(NONE) ? compute(computeNs) : this;
        }
    }

    /** A row with the default last field. */
    public static SimAiRow of(String name, Pass forward, Pass inputGrad, Pass weightGrad) {
        return new SimAiRow(name, forward, inputGrad, weightGrad, PROCESS_TIME);
    }
}
