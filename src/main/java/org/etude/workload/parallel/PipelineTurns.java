// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.PipelineSchedule;

/** Computes the passes of each stage by schedule; for sources see {@link PipelineSchedule}. */
final class PipelineTurns {
    private PipelineTurns() {}

    /** The passes of a stage in order. */
    static List<Turn> of(PipelineSchedule schedule, Pipeline pipeline, int stage) {
        if (schedule.isDual()) {
            return DualPipeOrder.of(pipeline, stage);
        }
        if (schedule == PipelineSchedule.ZERO_BUBBLE) {
            return split(pipeline, stage);
        }
        int total = pipeline.microBatches() * pipeline.chunks();
        int ahead = Math.min(total, ahead(schedule, pipeline, stage));
        List<Turn> turns = new ArrayList<>(2 * total);
        for (int k = 0; k < ahead; k++) {
            turns.add(forward(pipeline, k));
        }
        for (int k = ahead; k < total; k++) {
            Turn forward = forward(pipeline, k);
            turns.add(new Turn(Pass.FORWARD, forward.microBatch(), forward.chunk(), pipeline.merges()));
            turns.add(backward(schedule, pipeline, k - ahead));
        }
        for (int k = total - ahead; k < total; k++) {
            turns.add(backward(schedule, pipeline, k));
        }
        return turns;
    }

    /**
     * Stage s defers gradients of weights by s micro batches, the number that 1F1B holds fewer there than on the first
     * stage.
     */
    private static List<Turn> split(Pipeline pipeline, int stage) {
        int micros = pipeline.microBatches();
        int ahead = Math.min(micros, ahead(PipelineSchedule.ZERO_BUBBLE, pipeline, stage));
        List<Turn> turns = new ArrayList<>(3 * micros);
        for (int k = 0; k < ahead; k++) {
            turns.add(new Turn(Pass.FORWARD, k, 0));
        }
        for (int k = 0; k < micros + stage; k++) {
            if (k + ahead < micros) {
                turns.add(new Turn(Pass.FORWARD, k + ahead, 0));
            }
            if (k < micros) {
                turns.add(new Turn(Pass.INPUTS, k, 0));
            }
            if (k >= stage) {
                turns.add(new Turn(Pass.WEIGHTS, k - stage, 0));
            }
        }
        return turns;
    }

    /** Forward passes before the first backward pass, except the one immediately before it. */
    private static int ahead(PipelineSchedule schedule, Pipeline pipeline, int stage) {
        // A pass cannot overlap with one that it waits for.
        int behind = pipeline.stages() - 1 - stage;
        int apart = pipeline.merges() ? 1 : 0;
        return switch (schedule) {
            case GPIPE -> pipeline.microBatches();
            case INTERLEAVED -> 2 * behind + (pipeline.chunks() - 1) * pipeline.stages() + apart;
            default -> behind + apart;
        };
    }

    private static Turn forward(Pipeline pipeline, int k) {
        return new Turn(true, microBatch(pipeline, k), chunk(pipeline, k));
    }

    private static Turn backward(PipelineSchedule schedule, Pipeline pipeline, int k) {
        if (schedule == PipelineSchedule.GPIPE) {
            return new Turn(false, pipeline.microBatches() - 1 - k, 0);
        }
        return new Turn(false, microBatch(pipeline, k), pipeline.chunks() - 1 - chunk(pipeline, k));
    }

    /** Micro batches go through all chunks in batches of as many as there are stages. */
    private static int microBatch(Pipeline pipeline, int k) {
        int batch = pipeline.stages() * pipeline.chunks();
        return pipeline.chunks() == 1 ? k : k / batch * pipeline.stages() + k % pipeline.stages();
    }

    private static int chunk(Pipeline pipeline, int k) {
        return k % (pipeline.stages() * pipeline.chunks()) / pipeline.stages() % pipeline.chunks();
    }
}
