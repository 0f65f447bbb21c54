// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.List;
import org.etude.spec.PipelineSchedule;
import org.etude.spec.WorkloadException;

/**
 * A pipeline: the order in which stages process micro batches. Chunk c of stage s holds the c * stages + s-th part of
 * the layers; in DualPipeV the second chunks hold the parts in reverse order, and in DualPipe they hold the parts of
 * the first chunks again, in reverse order.
 *
 * @param schedule the order
 * @param stages stages
 * @param chunks chunks of layers a stage holds; 2 in DualPipe and DualPipeV, otherwise 1 unless the schedule is interleaved
 * @param microBatches micro batches of a step
 * @param merges whether a forward pass overlaps with the following backward pass, so that each hides the other's
 *     all-to-alls (Megatron-Core's --overlap-moe-expert-parallel-comm); each stage then starts with one more forward
 *     pass. DualPipe always does so
 */
public record Pipeline(PipelineSchedule schedule, int stages, int chunks, int microBatches, boolean merges) {
    private static final double ZERO_BUBBLE_SHARE = 1 / 3.0;
    private static final int MAX_MESSAGES = Integer.MAX_VALUE / 2;
    private static final int DUAL = 2;
    /**
     * Ratio of micro batches to stages above which no schedule except GPipe keeps more activations. Even, as required
     * by DualPipe.
     */
    private static final int STEADY = 6;

    /** Rejects what the schedule does not support. */
    public Pipeline {
        if (stages < 1 || chunks < 1 || microBatches < 1) {
            throw new WorkloadException(
                    "a pipeline of " + stages + " stages, " + chunks + " chunks and " + microBatches + " micro batches",
                    "Give 1 or more of each.");
        }
        // Each message of a step has its own 32-bit tag.
        if ((double) stages * chunks * microBatches > MAX_MESSAGES) {
            throw new WorkloadException(
                    "a pipeline of " + stages + " stages, " + chunks + " chunks and " + microBatches + " micro batches",
                    "Their product must not exceed " + MAX_MESSAGES + ", or messages cannot be distinguished.");
        }
        boolean interleaved = schedule == PipelineSchedule.INTERLEAVED;
        if (merges && !schedule.isAlternating()) {
            throw new WorkloadException(
                    schedule + " with passes that run next to each other",
                    "Use 1f1b, interleaved, dualpipe or dualpipev, where forward and backward passes take turns.");
        }
        if (schedule.isDual()) {
            checkDual(schedule, stages, chunks, microBatches);
        } else if (!interleaved && chunks > 1) {
            throw new WorkloadException(
                    schedule + " with " + chunks + " chunks per stage",
                    "Use the interleaved schedule, or one chunk per stage.");
        }
        if (interleaved && chunks > 1 && stages < 2) {
            throw new WorkloadException(
                    "an interleaved pipeline of one stage", "Give 2 or more stages, or one chunk per stage.");
        }
        if (interleaved && chunks > 1 && microBatches % stages != 0) {
            throw new WorkloadException(
                    "an interleaved pipeline of " + stages + " stages has " + microBatches + " micro batches",
                    "Their number must be a multiple of the stages, as micro batches take turns in such batches.");
        }
    }

    /** The same without overlapping passes, except those of DualPipe. */
    public Pipeline(PipelineSchedule schedule, int stages, int chunks, int microBatches) {
        this(schedule, stages, chunks, microBatches, false);
    }

    private static void checkDual(PipelineSchedule schedule, int stages, int chunks, int microBatches) {
        if (!fitsDual(schedule, stages, chunks, microBatches)) {
            throw new WorkloadException(
                    schedule + " with " + stages + " stages of " + chunks + " chunks and " + microBatches
                            + " micro batches",
                    "It needs 2 chunks per stage and at least twice as many micro batches as stages"
                            + (schedule.isBidirectional() ? ", and an even number of both." : "."));
        }
    }

    /** Whether DualPipe or DualPipeV can process this number of micro batches on these stages and chunks. */
    public static boolean fitsDual(PipelineSchedule schedule, int stages, int chunks, int microBatches) {
        boolean even = !schedule.isBidirectional() || stages % 2 == 0 && microBatches % 2 == 0;
        return chunks == DUAL && even && microBatches >= DUAL * (long) stages;
    }

    /** A 1F1B pipeline. */
    public static Pipeline of(int stages, int microBatches) {
        return new Pipeline(PipelineSchedule.ONE_F_ONE_B, stages, 1, microBatches);
    }

    /** The passes of a stage, in order: 2 per micro batch and chunk. */
    public List<Turn> turns(int stage) {
        PipelineSchedule order =
                schedule == PipelineSchedule.INTERLEAVED && chunks == 1 ? PipelineSchedule.ONE_F_ONE_B : schedule;
        return PipelineTurns.of(order, this, stage);
    }

    /** The part of the layers that a chunk holds, from 0 to {@link #parts()} - 1 in the order of computation. */
    public int part(int stage, int chunk) {
        if (schedule.isDual() && chunk == 1) {
            return parts() - 1 - stage;
        }
        return chunk * stages + stage;
    }

    /** Number of parts into which the layers are divided. */
    public int parts() {
        return schedule.isBidirectional() ? stages : stages * chunks;
    }

    /** The stage with the part after that of a chunk; the first stage after the last part. */
    public int next(int stage, int chunk) {
        return neighbour(stage, chunk, 1);
    }

    /** The stage that holds the part before that of a chunk. */
    public int previous(int stage, int chunk) {
        return neighbour(stage, chunk, -1);
    }

    private int neighbour(int stage, int chunk, int ahead) {
        boolean reversed = schedule.isDual() && chunk == 1;
        int other = reversed ? stage - ahead : stage + ahead;
        // DualPipeV turns around on its last stage.
        return schedule == PipelineSchedule.DUAL_PIPE_V ? Math.min(other, stages - 1) : Math.floorMod(other, stages);
    }

    /** Whether one stage holds the first and the last part, and with them both embedding tables. */
    public boolean endsTogether() {
        return stages == 1 || schedule.isDual();
    }

    /** Whether two stages hold the same parts, stage s and stage p - 1 - s. */
    public boolean mirrored() {
        return schedule.isBidirectional();
    }

    /**
     * The maximum that a stage keeps at once, given what its chunks keep per micro batch from the forward pass to the
     * last backward pass.
     *
     * @param kept what each chunk keeps per micro batch
     */
    public double mostKept(int stage, double... kept) {
        double most = 0;
        double now = 0;
        for (Turn turn : shortened().turns(stage)) {
            double size = kept[turn.chunk()];
            now += turn.forward() ? size : turn.ends() ? -size : 0;
            most = Math.max(most, now);
        }
        return most;
    }

    /**
     * The same with only enough micro batches to fill it, run it steadily for a while, and drain it, because the
     * maximum that a stage keeps does not depend on the steady phase. GPipe has no steady phase.
     */
    Pipeline shortened() {
        int enough = STEADY * stages;
        return schedule == PipelineSchedule.GPIPE || microBatches <= enough
                ? this
                : new Pipeline(schedule, stages, chunks, enough, merges);
    }

    /** The maximum number of chunks of a stage whose activations wait for their backward pass. */
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
     * of weights fill the pipeline and forward pass, gradients of inputs and of weights take the same (Qi et al. 2024, section 2). Under
     * that condition DualPipe's (p / 2 - 1) (F&B + B - 3 W), where F&B = F + B when nothing is hidden, is (p - 2) / 3 m, and DualPipeV's
     * on p stages (p - 1) / 3 m (DeepSeek-V3 technical report, table 2).
     */
    public double bubble() {
        if (schedule.isDual()) {
            return (mirrored() ? stages - 2.0 : stages - 1.0) * ZERO_BUBBLE_SHARE / microBatches;
        }
        double shorter = schedule == PipelineSchedule.ZERO_BUBBLE ? ZERO_BUBBLE_SHARE : 1;
        return shorter * (stages - 1.0) / ((double) chunks * microBatches);
    }
}
