// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;

/**
 * How copies of a model exchange gradients. They are collected in buckets in the order in which they become ready; a
 * bucket is sent as soon as it has its size or more, as in PyTorch's DistributedDataParallel (Li et al. 2020, section
 * 3.2.3).
 *
 * @param kind what happens to gradients
 * @param first size of the first bucket of a step
 * @param bucket size of the other buckets
 * @param overlap whether buckets are sent during the backward pass rather than after it
 * @param everyMicroBatch whether each micro batch's gradients are exchanged, not only their sum
 * @param gradientBytes bytes of a gradient
 * @param parameterBytes bytes of a parameter
 * @param instances groups of copies, each of which holds all shards among its copies; equal shards of all groups are
 *     summed (hybrid sharding: Zhao et al., PyTorch FSDP, 2023, section 3.2.2). 1 when shards are spread over all
 *     copies
 */
public record GradientExchange(
        Kind kind,
        Bytes first,
        Bytes bucket,
        boolean overlap,
        boolean everyMicroBatch,
        int gradientBytes,
        int parameterBytes,
        int instances) {
    private static final Bytes DDP_FIRST = new Bytes(1L << 20);
    private static final Bytes DDP_BUCKET = new Bytes(25L << 20);
    private static final int FLOAT = 4;

    /** What happens to gradients. */
    public enum Kind {
        /** Every copy gets their sum. */
        ALL_REDUCE,
        /** Each copy gets the sum of its shard and updates it; then all gather the parameters. */
        SHARDED,
        /** Each copy gets the sum of its shard; the model determines when parameters are gathered (ZeRO stage 3). */
        SCATTERED
    }

    /** Rejects buckets and elements without a size. */
    public GradientExchange {
        if (bucket.value() < 1 || first.value() < 1 || gradientBytes < 1 || parameterBytes < 1) {
            throw new WorkloadException(
                    "gradient buckets of " + first + " and " + bucket + ", numbers of " + gradientBytes + " and "
                            + parameterBytes + " bytes",
                    "Give 1 byte or more of each.");
        }
        if (instances < 1 || instances > 1 && kind == Kind.ALL_REDUCE) {
            throw new WorkloadException(
                    instances + " instances of shards", "Give 1 or more; more than 1 only where copies hold shares.");
        }
    }

    /** PyTorch's DistributedDataParallel: all-reduces of 25 MiB (the first of 1 MiB), single precision. */
    public static GradientExchange ddp() {
        return new GradientExchange(Kind.ALL_REDUCE, DDP_FIRST, DDP_BUCKET, true, false, FLOAT, FLOAT, 1);
    }

    /** The same of another kind. */
    public GradientExchange with(Kind other) {
        return new GradientExchange(
                other, first, bucket, overlap, everyMicroBatch, gradientBytes, parameterBytes, instances);
    }

    /** The same with all buckets of a size. */
    public GradientExchange withBuckets(Bytes size) {
        return new GradientExchange(
                kind, size, size, overlap, everyMicroBatch, gradientBytes, parameterBytes, instances);
    }

    /** The same during the backward pass, or after it. */
    public GradientExchange withOverlap(boolean on) {
        return new GradientExchange(kind, first, bucket, on, everyMicroBatch, gradientBytes, parameterBytes, instances);
    }

    /** The same for each micro batch, or for their sum. */
    public GradientExchange withEveryMicroBatch(boolean on) {
        return new GradientExchange(kind, first, bucket, overlap, on, gradientBytes, parameterBytes, instances);
    }

    /** The same with numbers of this many bytes. */
    public GradientExchange withNumbers(int ofGradient, int ofParameter) {
        return new GradientExchange(kind, first, bucket, overlap, everyMicroBatch, ofGradient, ofParameter, instances);
    }

    /** The same with shards spread within each of this many groups of copies. */
    public GradientExchange withInstances(int count) {
        return new GradientExchange(
                kind, first, bucket, overlap, everyMicroBatch, gradientBytes, parameterBytes, count);
    }
}
