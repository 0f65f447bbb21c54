// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/** A pass of a stage over a micro batch. */
public enum Pass {
    /** The forward pass. */
    FORWARD,
    /** The whole backward pass. */
    BACKWARD,
    /** The part of the backward pass that the previous stage waits for: gradients of inputs. */
    INPUTS,
    /** The part of the backward pass that nothing waits for: gradients of weights. */
    WEIGHTS
}
