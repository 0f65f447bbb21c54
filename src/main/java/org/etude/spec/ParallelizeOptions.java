// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Bytes;

/**
 * How to parallelize a recorded step: {@code linked.parallelize(p -> p.dp(8).tp(2).pp(4).batch(64))}.
 *
 * @param ranks degrees of parallelism
 * @param batch samples per step on each data-parallel copy of the model; 0 for as many as recorded
 * @param microBatches micro batches per step; 0 for as many as stages
 * @param schedule the order of micro batches on the stages
 * @param chunks chunks of layers per stage, 1 unless the schedule is interleaved
 * @param recordedBatch samples of the recorded step; 0 to read them from the first layer's input
 * @param bucket size of gradient buckets; null for PyTorch's
 * @param costs communication costs of the platform to simulate, or null
 * @param gpu the GPUs that the step was recorded on as named by the user, or null
 * @param machine the model of these GPUs, or null
 */
public record ParallelizeOptions(
        @Internal Parallelism ranks,
        int batch,
        int microBatches,
        @Internal PipelineSchedule schedule,
        int chunks,
        int recordedBatch,
        Bytes bucket,
        CommunicationCosts costs,
        @Internal RecordedGpu gpu,
        @Internal MachineTimes machine) {
    /**
     * The GPUs that a step was recorded on.
     *
     * @param type their type, such as A100
     * @param factors a file of fitted factors of their rates, or null
     */
    @Internal
    public record RecordedGpu(String type, Path factors) {}

    /** Rejects negative numbers. */
    @Internal
    public ParallelizeOptions {
        if (batch < 0 || microBatches < 0 || chunks < 1 || recordedBatch < 0) {
            throw new WorkloadException(
                    "batch " + batch + " in " + microBatches + " micro batches, " + chunks + " chunks, recorded batch "
                            + recordedBatch,
                    "Give 1 or more of each.");
        }
        if (batch > 0 && microBatches > 0 && batch % microBatches != 0) {
            throw new WorkloadException(
                    "batch " + batch + " is not a multiple of " + microBatches + " micro batches",
                    "Micro batches have equal size; give a batch that is a multiple of their number.");
        }
    }

    /** One rank, the recorded batch, one micro batch per stage, 1F1B. */
    public static ParallelizeOptions defaults() {
        return new ParallelizeOptions(
                Parallelism.none(), 0, 0, PipelineSchedule.ONE_F_ONE_B, 1, 0, null, null, null, null);
    }

    /** This many data-parallel copies of the model. */
    public ParallelizeOptions dp(int copies) {
        return with(draft -> draft.ranks = ranks.withDp(copies));
    }

    /** This many tensor-parallel ranks share each layer. */
    public ParallelizeOptions tp(int degree) {
        return with(draft -> draft.ranks = ranks.withTp(degree));
    }

    /** This many pipeline stages. */
    public ParallelizeOptions pp(int stages) {
        return with(draft -> draft.ranks = ranks.withPp(stages));
    }

    /** This many samples per step on each data-parallel copy, over all its micro batches. */
    public ParallelizeOptions batch(int samples) {
        return with(draft -> draft.batch = Given.atLeast(1, samples, "the batch"));
    }

    /** This many micro batches per step. */
    public ParallelizeOptions microBatches(int count) {
        return with(draft -> draft.microBatches = Given.atLeast(1, count, "the number of micro batches"));
    }

    /**
     * Another order of micro batches: gpipe, 1f1b (as by default), interleaved (which needs {@link #chunks(int)} too), zb-h1, dualpipe or
     * dualpipev.
     *
     * @throws WorkloadException when it is none of these
     */
    public ParallelizeOptions schedule(String name) {
        return schedule(PipelineSchedule.named(Given.value(name, "the schedule")));
    }

    /** Another order of micro batches. */
    @Internal
    public ParallelizeOptions schedule(PipelineSchedule order) {
        return with(draft -> draft.schedule = Given.value(order, PipelineSchedule.class, "the schedule"));
    }

    /** This many chunks of layers per stage, interleaved. */
    public ParallelizeOptions chunks(int count) {
        return with(draft -> {
            draft.schedule = PipelineSchedule.INTERLEAVED;
            draft.chunks = count;
        });
    }

    /** States how many samples the recorded step had. */
    public ParallelizeOptions recordedBatch(int samples) {
        return with(draft -> draft.recordedBatch = Given.atLeast(1, samples, "the recorded batch"));
    }

    /** Gradient buckets of this size, including the first one (bucket_cap_mb of PyTorch). */
    public ParallelizeOptions bucket(Bytes size) {
        return with(draft -> draft.bucket = Given.value(size, "the size of a bucket"));
    }

    /** Fitted costs of collectives and messages, which the network of the parallelized step then has. */
    public ParallelizeOptions calibration(CommunicationCosts measured) {
        return with(draft -> draft.costs = Given.value(measured, "the calibration"));
    }

    /**
     * The type of the GPUs that the step was recorded on, such as {@code A100}. A model of them rescales matrix products
     * to other shapes and, without a calibration, gives the communication costs within a node.
     */
    public ParallelizeOptions machine(String gpu) {
        RecordedGpu named = new RecordedGpu(Given.value(gpu, "the GPU"), null);
        return with(draft -> draft.gpu = named);
    }

    /** {@link #machine(String)} with the factors of its rates that {@code Machine.save} or {@code etude fit} wrote. */
    public ParallelizeOptions machine(String gpu, Path factors) {
        RecordedGpu named = new RecordedGpu(Given.value(gpu, "the GPU"), Given.value(factors, "the file"));
        return with(draft -> draft.gpu = named);
    }

    /** {@link #machine(String, Path)}. */
    public ParallelizeOptions machine(String gpu, String factors) {
        return machine(gpu, Given.path(factors));
    }

    /** {@link #machine(String)} with the model itself. */
    @Internal
    public ParallelizeOptions machine(MachineTimes model) {
        return with(draft -> {
            draft.costs = costs == null ? model : costs;
            draft.machine = Given.value(model, "the machine");
        });
    }

    /** The given number of micro batches, by default the number of stages. */
    public int microBatchCount() {
        return microBatches > 0 ? microBatches : ranks.pp();
    }

    private ParallelizeOptions with(Consumer<Builder> change) {
        Builder draft = new Builder(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The one place that copies every component. */
    private static final class Builder {
        private Parallelism ranks;
        private int batch;
        private int microBatches;
        private PipelineSchedule schedule;
        private int chunks;
        private int recordedBatch;
        private Bytes bucket;
        private CommunicationCosts costs;
        private RecordedGpu gpu;
        private MachineTimes machine;

        private Builder(ParallelizeOptions of) {
            ranks = of.ranks;
            batch = of.batch;
            microBatches = of.microBatches;
            schedule = of.schedule;
            chunks = of.chunks;
            recordedBatch = of.recordedBatch;
            bucket = of.bucket;
            costs = of.costs;
            gpu = of.gpu;
            machine = of.machine;
        }

        private ParallelizeOptions finish() {
            return new ParallelizeOptions(
                    ranks, batch, microBatches, schedule, chunks, recordedBatch, bucket, costs, gpu, machine);
        }
    }
}
