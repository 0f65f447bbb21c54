// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/** A part of a training step, in order. */
public enum Phase {
    /** Before the first layer: input, zeroing of gradients. Once per step. */
    HEAD,
    /** The forward pass, once per micro batch. */
    FORWARD,
    /** The backward pass, once per micro batch. */
    BACKWARD,
    /** The optimizer and what follows. Once per step. */
    UPDATE
}
