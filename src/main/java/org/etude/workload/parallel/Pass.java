// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/** What a stage does with a micro batch at a time. */
public enum Pass {
    /** The forward pass. */
    FORWARD,
    /** The whole backward pass. */
    BACKWARD,
    /** The part of the backward pass that the stage before waits for: gradients of inputs. */
    INPUTS,
    /** The part of the backward pass that nothing waits for: gradients of weights. */
    WEIGHTS
}
