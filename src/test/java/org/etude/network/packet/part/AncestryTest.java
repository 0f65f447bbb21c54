// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.queue.EventQueue;
import org.junit.jupiter.api.Test;

class AncestryTest {
    private final EventQueue queue = new EventQueue();
    private final Ancestry ancestry = new Ancestry(queue, event -> false);
    private int settled;

    /** Flows of gigabytes neither begin nor end for millions of events, whose origins would fill the memory. */
    @Test
    void theQueueSettlesAfterSoManyEventsAlthoughNothingEnds() {
        int[] handler = new int[1];
        handler[0] = queue.register(left -> {
            if (left > 1) {
                queue.schedule(queue.now() + 1, handler[0], left - 1);
            }
        });
        queue.settles(() -> {
            settled++;
            assertThat(ancestry.followed()).isEqualTo(Ancestry.MOST_FOLLOWED);
            ancestry.forget();
        });
        queue.trace(ancestry);
        queue.schedule(0, handler[0], 3 * Ancestry.MOST_FOLLOWED + 5);
        while (queue.step()) {
            assertThat(ancestry.followed()).isLessThanOrEqualTo(Ancestry.MOST_FOLLOWED);
        }
        assertThat(settled).isEqualTo(3);
    }
}
