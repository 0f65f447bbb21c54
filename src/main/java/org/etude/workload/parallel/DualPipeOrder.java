// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The passes of a stage in DualPipe and DualPipeV: micro batches go through the stage's two chunks from both ends at
 * once, so that the forward pass of one overlaps with the backward pass of another (DeepSeek-AI, DeepSeek-V3 technical
 * report, 2024, section 3.2.1 and figure 5; the eight phases are those of the published scheduler, DualPipe and
 * DualPipeV, 2025).
 *
 * <p>With h positions from the end to the turning point and position r, counted from the end, a stage runs
 *
 * <ol>
 *   <li>2 (h - r - 1) forward passes of its near chunk,
 *   <li>r + 1 times a forward pass of each chunk,
 *   <li>h - r - 1 times gradients of inputs, gradients of weights and a forward pass of its far chunk,
 *   <li>n - 2 h + r + 1 times a forward pass of one chunk next to a backward pass of the other, both ways,
 *   <li>h - r - 1 times a backward pass of the far chunk, and its forward pass next to a backward pass of the near one,
 *   <li>r + 1 times a backward pass of each, in the second half without gradients of weights,
 *   <li>h - r - 1 times deferred gradients of weights, and gradients of inputs of the near chunk,
 *   <li>the r + 1 remaining gradients of weights.
 * </ol>
 *
 * where n micro batches go through each chunk.
 */
final class DualPipeOrder {
    private final int near;
    private final int half;
    private final int position;
    private final int perChunk;
    private final boolean bidirectional;
    private final int[] forwards = new int[2];
    private final int[] backwards = new int[2];
    private final Deque<Turn> putOff = new ArrayDeque<>();
    private final List<Turn> turns = new ArrayList<>();

    private DualPipeOrder(Pipeline pipeline, int stage) {
        int stages = pipeline.stages();
        bidirectional = pipeline.schedule().isBidirectional();
        half = bidirectional ? stages / 2 : stages;
        position = bidirectional ? Math.min(stage, stages - 1 - stage) : stage;
        near = bidirectional && stage >= half ? 1 : 0;
        perChunk = bidirectional ? pipeline.microBatches() / 2 : pipeline.microBatches();
    }

    /** The passes of a stage in order. */
    static List<Turn> of(Pipeline pipeline, int stage) {
        DualPipeOrder order = new DualPipeOrder(pipeline, stage);
        order.fill();
        order.steady();
        order.drain();
        return order.turns;
    }

    private void fill() {
        for (int i = 0; i < 2 * (half - position - 1); i++) {
            forward(0, false);
        }
        for (int i = 0; i <= position; i++) {
            forward(0, false);
            forward(1, false);
        }
        for (int i = 0; i < half - position - 1; i++) {
            backward(1, true);
            weights();
            forward(1, false);
        }
    }

    private void steady() {
        for (int i = 0; i < perChunk - 2 * half + position + 1; i++) {
            // At the turning point the first two are not merged: the other half of the pipeline waits for the forward
            // pass.
            forward(0, i > 0 || position < half - 1);
            backward(1, false);
            forward(1, true);
            backward(0, false);
        }
        for (int i = 0; i < half - position - 1; i++) {
            backward(1, false);
            forward(1, true);
            backward(0, false);
        }
    }

    private void drain() {
        int middle = (position + 1) / 2;
        for (int i = 0; i <= position; i++) {
            boolean odd = position % 2 == 1;
            backward(1, i > middle || i == middle && odd);
            backward(0, i >= middle);
        }
        for (int i = 0; i < half - position - 1; i++) {
            weights();
            backward(0, true);
        }
        while (!putOff.isEmpty()) {
            weights();
        }
    }

    /** The chunk of a phase, 0 being that near the end of the pipeline. */
    private int chunk(int phase) {
        return phase == 0 ? near : 1 - near;
    }

    private int microBatch(int chunk, int index) {
        return bidirectional ? chunk * perChunk + index : index;
    }

    private void forward(int phase, boolean merged) {
        int chunk = chunk(phase);
        turns.add(new Turn(Pass.FORWARD, microBatch(chunk, forwards[chunk]++), chunk, merged));
    }

    private void backward(int phase, boolean inputsOnly) {
        int chunk = chunk(phase);
        int micro = microBatch(chunk, backwards[chunk]++);
        turns.add(new Turn(inputsOnly ? Pass.INPUTS : Pass.BACKWARD, micro, chunk));
        if (inputsOnly) {
            putOff.add(new Turn(Pass.WEIGHTS, micro, chunk));
        }
    }

    private void weights() {
        turns.add(putOff.remove());
    }
}
