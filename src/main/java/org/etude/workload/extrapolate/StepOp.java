// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/**
 * An outermost operator of a recorded step, including everything it called.
 *
 * @param name its name
 * @param phase where in the step it is
 * @param layer the layer it belongs to, by place in the model; 0 before the first
 * @param forwardOf the layer whose forward pass it is, or -1
 * @param backwardOf the layer whose backward pass it is, or -1
 * @param scales whether it works on tensors that contain the batch
 * @param parameters whether it works only on parameters or gradients, such as the optimizer
 * @param touchedBytes bytes of its inputs and outputs, 0 when unknown
 * @param gradientElements elements of the gradient that is ready when it ends, 0 for none
 * @param gradientBytes their bytes
 */
public record StepOp(
        String name,
        Phase phase,
        int layer,
        int forwardOf,
        int backwardOf,
        boolean scales,
        boolean parameters,
        long touchedBytes,
        long gradientElements,
        long gradientBytes) {}
