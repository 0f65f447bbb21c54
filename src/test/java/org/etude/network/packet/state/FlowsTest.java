// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The slots of flows, taken, finished and freed in random order. */
class FlowsTest {
    private static final int STEPS = 4000;

    @Test
    void theUnfinishedFlowsAreThoseTakenAndNotFinished() {
        Flows flows = new Flows(2, false, false);
        Set<Integer> unfinished = new HashSet<>();
        Set<Integer> lingering = new HashSet<>();
        Random random = new Random(11);
        for (int step = 0; step < STEPS; step++) {
            // First mostly new flows, so that the columns grow, then mostly ends.
            boolean begins = random.nextInt(STEPS) > step;
            if (begins || unfinished.isEmpty()) {
                int slot = flows.take();
                flows.at(slot).size = 1;
                flows.refer(slot);
                assertThat(unfinished.add(slot) && !lingering.contains(slot)).isTrue();
            } else {
                int slot = unfinished.stream()
                        .skip(random.nextInt(unfinished.size()))
                        .findFirst()
                        .orElseThrow();
                flows.finish(slot);
                unfinished.remove(slot);
                lingering.add(slot);
            }
            if (!lingering.isEmpty() && random.nextBoolean()) {
                int slot = lingering.iterator().next();
                flows.release(slot);
                lingering.remove(slot);
            }
            assertThat(flows.live()).isEqualTo(unfinished.size());
            if (step % 50 == 0 || step > STEPS - 50) {
                assertThat(IntStream.range(0, flows.live()).map(flows::unfinishedAt))
                        .containsExactlyInAnyOrderElementsOf(unfinished)
                        .allMatch(flows::unfinished);
            }
        }
        assertThat(flows.used()).as("the columns grew").isGreaterThan(64);
    }
}
