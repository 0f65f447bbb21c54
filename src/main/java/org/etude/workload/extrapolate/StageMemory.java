// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/**
 * Memory of a rank of a stage in an extrapolated step, in bytes: the peak of each kind.
 *
 * @param stage the stage
 * @param parameters its parameters
 * @param gradients their gradients
 * @param optimizer states of the optimizer
 * @param communication gradient buckets
 * @param inputs samples, running statistics, frozen parameters
 * @param activations activations of all micro batches in flight
 * @param workspace tensors of one pass
 * @param peak the peak of all kinds together
 * @param zero1 the same when data-parallel copies share the optimizer's states (ZeRO stage 1)
 * @param zero2 when they share gradients too
 * @param zero3 when they share parameters too (ZeRO stage 3, FSDP)
 */
public record StageMemory(
        int stage,
        long parameters,
        long gradients,
        long optimizer,
        long communication,
        long inputs,
        long activations,
        long workspace,
        long peak,
        long zero1,
        long zero2,
        long zero3) {}
