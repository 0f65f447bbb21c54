// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.etude.collective.QueueLevel;
import org.etude.spec.IntraDimension;
import org.junit.jupiter.api.Test;

/** Which queue of a dimension the next phase gets, and the direction of its ring. */
class RankStreamsTest {
    private static int[] taken(RankStreams streams, int dim, QueueLevel level, int times) {
        return IntStream.range(0, times).map(i -> streams.take(dim, level)).toArray();
    }

    private static RankStreams streams(int dims, int perDim) {
        return new RankStreams(dims, perDim, perDim, IntraDimension.FIFO, false, null);
    }

    /** Queues 4 to 7 belong to dimension 1; rings through the upper two run anticlockwise. */
    @Test
    void queuesAreTakenInTurn() {
        assertThat(taken(streams(2, 4), 1, QueueLevel.ANY, 5)).containsExactly(8, 10, 13, 15, 8);
        assertThat(taken(streams(2, 4), 0, QueueLevel.ANY, 5)).containsExactly(0, 2, 5, 7, 0);
    }

    @Test
    void eachLevelHasOneHalf() {
        RankStreams streams = streams(2, 4);
        assertThat(taken(streams, 1, QueueLevel.FIRST, 3)).containsExactly(8, 10, 8);
        assertThat(taken(streams, 1, QueueLevel.LAST, 3)).containsExactly(13, 15, 13);
        assertThat(taken(streams, 1, QueueLevel.FIRST, 1)).containsExactly(10);
        assertThat(taken(streams, 0, QueueLevel.LAST, 1)).containsExactly(5);
    }

    @Test
    void aSingleQueueServesBothDirections() {
        RankStreams streams = streams(2, 1);
        assertThat(taken(streams, 1, QueueLevel.ANY, 2)).containsExactly(2, 2);
        assertThat(taken(streams, 1, QueueLevel.FIRST, 2)).containsExactly(2, 2);
        assertThat(taken(streams, 1, QueueLevel.LAST, 2)).containsExactly(3, 3);
    }
}
