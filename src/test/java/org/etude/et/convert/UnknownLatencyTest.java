// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.link.Recording;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When queued work could have started by its launch, of a recording in which some or no work began at its launch. */
class UnknownLatencyTest {
    @TempDir
    Path dir;

    /** A kernel of 485 us, launched by nothing that was recorded; one launched at 40 us follows it, at 500 us. */
    private EtGraph converted(boolean promptWork) {
        Recording recording = new Recording(1);
        Recording.Rank rank = recording.rank(0);
        rank.op("aten::zero_", 1, 0, 10).kernel("before", 20, 15, 485, 99);
        rank.op("aten::mm", 1, 20, 40).call("cudaLaunchKernel", 1, 35, 5, 1).kernel("queued", 20, 500, 50, 1);
        if (promptWork) {
            rank.op("aten::add", 1, 600, 40)
                    .call("cudaLaunchKernel", 1, 615, 5, 2)
                    .kernel("prompt", 20, 625, 50, 2);
        }
        rank.op("aten::item", 1, 700, 10);
        return EtConverter.convert(recording.link(dir), ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
    }

    private static long queuedDelays(EtGraph graph) {
        return IntStream.range(0, graph.size())
                .filter(i -> graph.integer(i, EtNames.QUEUED_DELAY_NS, -1) >= 0)
                .count();
    }

    @Test
    void launchesAreTakenForNothingWhereNoWorkBeganAtItsLaunch() {
        assertThat(queuedDelays(converted(false))).isZero();
    }

    @Test
    void launchesOfQueuedWorkAreKnownBesideWorkThatBeganAtItsLaunch() {
        assertThat(queuedDelays(converted(true))).isPositive();
    }
}
