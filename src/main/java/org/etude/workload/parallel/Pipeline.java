package org.etude.workload.parallel;

import java.util.List;
import org.etude.workload.scale.WorkloadException;

/**
 * A pipeline: which stage works on which micro batch in which order. Chunk c of stage s holds the c * stages + s-th part of
 * the layers.
 *
 * @param schedule the order
 * @param stages stages
 * @param chunks chunks of layers a stage holds; 1 unless the schedule is interleaved
 * @param microBatches micro batches of a step
 */
public record Pipeline(PipelineSchedule schedule, int stages, int chunks, int microBatches) {
    private static final double ZERO_BUBBLE_SHARE = 1 / 3.0;
    private static final int MOST_MESSAGES = Integer.MAX_VALUE / 2;

    /** Refuses what the schedule cannot do. */
    public Pipeline {
        if (stages < 1 || chunks < 1 || microBatches < 1) {
            throw new WorkloadException(
                    "a pipeline of " + stages + " stages, " + chunks + " chunks and " + microBatches + " micro batches",
                    "Give 1 or more of each.");
        }
        // Each message of a step has a tag of its own, of 32 bits.
        if ((double) stages * chunks * microBatches > MOST_MESSAGES) {
            throw new WorkloadException(
                    "a pipeline of " + stages + " stages, " + chunks + " chunks and " + microBatches + " micro batches",
                    "Their product must not exceed " + MOST_MESSAGES + ", or messages cannot be distinguished.");
        }
        boolean interleaved = schedule == PipelineSchedule.INTERLEAVED;
        if (!interleaved && chunks > 1) {
            throw new WorkloadException(
                    schedule + " with " + chunks + " chunks a stage",
                    "Use the interleaved schedule, or one chunk a stage.");
        }
        if (interleaved && chunks > 1 && stages < 2) {
            throw new WorkloadException(
                    "an interleaved pipeline of one stage", "Give 2 or more stages, or one chunk a stage.");
        }
        if (interleaved && chunks > 1 && microBatches % stages != 0) {
            throw new WorkloadException(
                    "an interleaved pipeline of " + stages + " stages has " + microBatches + " micro batches",
                    "Their number must be a multiple of the stages, as micro batches take turns in such batches.");
        }
    }

    /** One forward and one backward pass in turn. */
    public static Pipeline of(int stages, int microBatches) {
        return new Pipeline(PipelineSchedule.ONE_F_ONE_B, stages, 1, microBatches);
    }

    /** The passes of a stage, in order: 2 a micro batch and chunk. */
    public List<Turn> turns(int stage) {
        PipelineSchedule order =
                schedule == PipelineSchedule.INTERLEAVED && chunks == 1 ? PipelineSchedule.ONE_F_ONE_B : schedule;
        return order.turns(this, stage);
    }

    /** The part of the layers that a chunk holds, from 0 to {@link #parts()} - 1 in the order of computation. */
    public int part(int stage, int chunk) {
        return chunk * stages + stage;
    }

    /** Parts into which the layers are cut. */
    public int parts() {
        return stages * chunks;
    }

    /** The most chunks of a stage whose activations wait for their backward pass at once. */
    public int inFlight(int stage) {
        int most = 0;
        int now = 0;
        for (Turn turn : turns(stage)) {
            now += turn.forward() ? 1 : turn.ends() ? -1 : 0;
            most = Math.max(most, now);
        }
        return most;
    }

    /**
     * The time of the pipeline's filling and draining over that of the work, when all stages take the same: (p - 1) / m
     * (Huang et al. 2019), and (p - 1) / (v m) with v chunks (Narayanan et al. 2021, section 2.2). A third of it where gradients
     * of weights fill the pipeline and forward pass, gradients of inputs and of weights take the same (Qi et al. 2024, section 2).
     */
    public double bubble() {
        double shorter = schedule == PipelineSchedule.ZERO_BUBBLE ? ZERO_BUBBLE_SHARE : 1;
        return shorter * (stages - 1.0) / ((double) chunks * microBatches);
    }
}
