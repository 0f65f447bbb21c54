// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Inside;
import org.etude.unit.Bytes;

/**
 * How a recorded step shall be spread: {@code linked.parallelize(p -> p.dp(8).tp(2).pp(4).batch(64))}.
 *
 * @param ranks how many ranks share what
 * @param batch samples of a step on each data-parallel copy of the model; 0 for as many as recorded
 * @param microBatches micro batches of a step; 0 for as many as stages
 * @param schedule the order of micro batches on the stages
 * @param chunks chunks of layers a stage holds, 1 unless the schedule is interleaved
 * @param recordedBatch samples of the recorded step; 0 to read them from the first layer's input
 * @param bucket size of gradient buckets; null for PyTorch's
 * @param costs what communication costs on the platform to simulate, or null
 * @param machine the model of the GPUs that the step was recorded on, or null
 */
public record Spread(
        @Inside Parallelism ranks,
        int batch,
        int microBatches,
        PipelineSchedule schedule,
        int chunks,
        int recordedBatch,
        Bytes bucket,
        CommunicationCosts costs,
        MachineTimes machine) {
    /** Refuses negative numbers. */
    @Inside
    public Spread {
        if (batch < 0 || microBatches < 0 || chunks < 1 || recordedBatch < 0) {
            throw new WorkloadException(
                    "batch " + batch + " in " + microBatches + " micro batches, " + chunks + " chunks, recorded batch "
                            + recordedBatch,
                    "Give 1 or more of each.");
        }
        if (batch > 0 && microBatches > 0 && batch % microBatches != 0) {
            throw new WorkloadException(
                    "batch " + batch + " is no multiple of " + microBatches + " micro batches",
                    "Micro batches are equal; give a batch that they divide.");
        }
    }

    /** One rank, the recorded batch, one micro batch per stage, 1F1B. */
    public static Spread defaults() {
        return new Spread(Parallelism.none(), 0, 0, PipelineSchedule.ONE_F_ONE_B, 1, 0, null, null, null);
    }

    private Spread with(Parallelism others) {
        return new Spread(others, batch, microBatches, schedule, chunks, recordedBatch, bucket, costs, machine);
    }

    /** So many data-parallel copies of the model. */
    public Spread dp(int copies) {
        return with(ranks.withDp(copies));
    }

    /** So many ranks share each layer. */
    public Spread tp(int degree) {
        return with(ranks.withTp(degree));
    }

    /** So many stages. */
    public Spread pp(int stages) {
        return with(ranks.withPp(stages));
    }

    /** So many samples of a step on each data-parallel copy, all its micro batches together. */
    public Spread batch(int samples) {
        return new Spread(ranks, samples, microBatches, schedule, chunks, recordedBatch, bucket, costs, machine);
    }

    /** So many micro batches of a step. */
    public Spread microBatches(int count) {
        return new Spread(ranks, batch, count, schedule, chunks, recordedBatch, bucket, costs, machine);
    }

    /** Another order of micro batches; {@link PipelineSchedule#INTERLEAVED} needs {@link #chunks(int)} too. */
    public Spread schedule(PipelineSchedule order) {
        return new Spread(ranks, batch, microBatches, order, chunks, recordedBatch, bucket, costs, machine);
    }

    /** So many chunks of layers per stage, interleaved. */
    public Spread chunks(int count) {
        return new Spread(
                ranks, batch, microBatches, PipelineSchedule.INTERLEAVED, count, recordedBatch, bucket, costs, machine);
    }

    /** Says how many samples the recorded step had. */
    public Spread recordedBatch(int samples) {
        return new Spread(ranks, batch, microBatches, schedule, chunks, samples, bucket, costs, machine);
    }

    /** Gradient buckets of this size, the first one too (bucket_cap_mb of PyTorch). */
    public Spread bucket(Bytes size) {
        return new Spread(ranks, batch, microBatches, schedule, chunks, recordedBatch, size, costs, machine);
    }

    /** What collectives and messages cost, as fitted to measurements: the network of the spread step then has these costs. */
    public Spread calibration(CommunicationCosts measured) {
        return new Spread(ranks, batch, microBatches, schedule, chunks, recordedBatch, bucket, measured, machine);
    }

    /**
     * The model of the GPUs that the step was recorded on, which takes products to other shapes, and communication to their nodes
     * unless a calibration tells of it.
     */
    public Spread machine(MachineTimes model) {
        return new Spread(
                ranks,
                batch,
                microBatches,
                schedule,
                chunks,
                recordedBatch,
                bucket,
                costs == null ? model : costs,
                model);
    }

    /** The micro batches, given or as many as stages. */
    public int microBatchCount() {
        return microBatches > 0 ? microBatches : ranks.pp();
    }
}
