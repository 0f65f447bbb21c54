// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

/** What a storage is there for. */
public enum MemoryKind {
    /** Parameters: there before the step, read by its passes, changed by its optimizer. */
    PARAMETERS,
    /** Gradients of parameters. */
    GRADIENTS,
    /** States of the optimizer: there before the step, and only the optimizer uses them. */
    OPTIMIZER,
    /** Buffers of collectives that were there before the step, such as the buckets of DistributedDataParallel. */
    COMMUNICATION,
    /** Whatever else was there before the step: its samples, running statistics, frozen parameters. */
    INPUTS,
    /** Allocated in the forward pass and used again in the backward pass. */
    ACTIVATIONS,
    /** Allocated and released within one pass. */
    WORKSPACE
}
