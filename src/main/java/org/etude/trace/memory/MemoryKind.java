// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

/** The purpose of a storage. */
public enum MemoryKind {
    /** Parameters: exist before the step, are read by its passes and changed by its optimizer. */
    PARAMETERS,
    /** Gradients of parameters. */
    GRADIENTS,
    /** Optimizer states: exist before the step and are used only by the optimizer. */
    OPTIMIZER,
    /** Buffers of collectives that exist before the step, such as the buckets of DistributedDataParallel. */
    COMMUNICATION,
    /** Anything else that exists before the step: its samples, running statistics, frozen parameters. */
    INPUTS,
    /** Allocated in the forward pass and used again in the backward pass. */
    ACTIVATIONS,
    /** Allocated and released within one pass. */
    WORKSPACE
}
