// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.etude.spec.PipelineSchedule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every pass of small pipelines in order, from the sources that {@link PipelineSchedule} names. F is a forward pass, B a backward one
 * or in two halves I (gradients of inputs) and W (of weights), of a micro batch and a chunk; + marks a pass that overlaps with the
 * next.
 */
class PassOrdersTest {
    private static String passes(Pipeline pipeline, int stage) {
        return pipeline.turns(stage).stream()
                .map(turn -> turn.pass().name().charAt(0) + "" + turn.microBatch()
                        + (pipeline.chunks() > 1 ? "." + turn.chunk() : "") + (turn.merged() ? "+" : ""))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        // all forward, then all backward in the opposite order
        "GPIPE, 2, 3, 0, F0 F1 F2 B2 B1 B0",
        "GPIPE, 2, 3, 1, F0 F1 F2 B2 B1 B0",
        // as many forward passes first as there are stages behind
        "ONE_F_ONE_B, 3, 4, 0, F0 F1 F2 B0 F3 B1 B2 B3",
        "ONE_F_ONE_B, 3, 4, 1, F0 F1 B0 F2 B1 F3 B2 B3",
        "ONE_F_ONE_B, 3, 4, 2, F0 B0 F1 B1 F2 B2 F3 B3",
        // fewer micro batches than stages
        "ONE_F_ONE_B, 5, 2, 0, F0 F1 B0 B1",
        // stage s puts gradients of weights off by s micro batches
        "ZERO_BUBBLE, 2, 3, 0, F0 F1 I0 W0 F2 I1 W1 I2 W2",
        "ZERO_BUBBLE, 2, 3, 1, F0 I0 F1 I1 W0 F2 I2 W1 W2"
    })
    void schedulesOfOneChunk(PipelineSchedule schedule, int stages, int microBatches, int stage, String expected) {
        assertThat(passes(new Pipeline(schedule, stages, 1, microBatches), stage))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        // two micro batches go through both chunks, then the next two; four passes ahead on the first stage, two on the
        // last
        "INTERLEAVED, 0, F0.0 F1.0 F0.1 F1.1 F2.0 B0.1 F3.0 B1.1 F2.1 B0.0 F3.1 B1.0 B2.1 B3.1 B2.0 B3.0",
        "INTERLEAVED, 1, F0.0 F1.0 F0.1 B0.1 F1.1 B1.1 F2.0 B0.0 F3.0 B1.0 F2.1 B2.1 F3.1 B3.1 B2.0 B3.0",
        // micro batches 0 and 1 go down, 2 and 3 up
        "DUAL_PIPE, 0, F0.0 F2.1 F1.0 B2.1 F3.1+ B0.0 B3.1 I1.0 W1.0",
        "DUAL_PIPE, 1, F2.1 F0.0 F3.1 B0.0 F1.0+ B2.1 B1.0 I3.1 W3.1",
        // all go down through chunk 0 and back up through chunk 1
        "DUAL_PIPE_V, 0, F0.0 F1.0 F2.0 F0.1 I0.1 W0.1 F1.1 F3.0+ B1.1 F2.1+ B0.0 B2.1 F3.1+ B1.0 B3.1 I2.0 W2.0 I3.0 W3.0",
        "DUAL_PIPE_V, 1, F0.0 F0.1 F1.0 F1.1 F2.0 B0.1 F2.1+ B0.0 F3.0+ B1.1 F3.1+ B1.0 B2.1 B2.0 I3.1 I3.0 W3.1 W3.0"
    })
    void schedulesOfTwoStagesOfTwoChunks(PipelineSchedule schedule, int stage, String expected) {
        assertThat(passes(new Pipeline(schedule, 2, 2, 4), stage)).isEqualTo(expected);
    }
}
