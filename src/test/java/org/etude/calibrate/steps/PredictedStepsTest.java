// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.link.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that computes from 5 to 15 us and from 25 to 45 us, replayed with its pause. */
class PredictedStepsTest {
    private static final int THREAD = 1;

    @TempDir
    private Path dir;

    private static Recording.Rank host() {
        return Recording.alone()
                .thread(2, THREAD)
                .op(10, "aten::mm", 2, THREAD, 5, 10)
                .op(11, "aten::add_", 2, THREAD, 25, 20);
    }

    private List<PredictedStep> predicted(Recording.Rank rank) {
        rank.job().load(dir);
        Traces traces = Traces.load(dir);
        return PredictedSteps.of(
                traces.set(),
                traces.link().toEt().repair().simulate(Topology.ring(1)).result());
    }

    @Test
    void withoutMarksTheWholeRecordingIsOneStep() {
        assertThat(predicted(host())).containsExactly(new PredictedStep(0, -1, 40_000, 0, 40_000));
    }
}
