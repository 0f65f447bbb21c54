// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.BackgroundFlow;
import org.junit.jupiter.api.Test;

class BackgroundTrafficTest {
    private final EventQueue queue = new EventQueue();
    private final List<String> begun = new ArrayList<>();

    private void plan(BackgroundFlow... flows) {
        BackgroundTraffic.plan(List.of(flows), queue, 4, flow -> begun.add(flow.bytes() + " at " + queue.now()));
    }

    @Test
    void flowsBeginAtTheirTimes() {
        plan(flow(0, 3, 100, 700), flow(3, 0, 200, 50), flow(1, 2, 300, 700));
        assertThat(queue.pending()).isEqualTo(3);
        while (queue.step()) {
            assertThat(queue.now()).isLessThan(1_000);
        }
        assertThat(begun).containsExactly("200 at 50", "100 at 700", "300 at 700");
    }

    @Test
    void hostsThatAreNotThereAreNamed() {
        assertThatThrownBy(() -> plan(flow(0, 4, 100, 0)))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("a background flow goes from host 0 to host 4 but there are 4 hosts")
                .hasMessageContaining("Name two of the hosts 0 to 3.");
        assertThatThrownBy(() -> plan(flow(4, 0, 100, 0))).hasMessageContaining("from host 4 to host 0");
    }

    @Test
    void withoutFlowsNothingIsPlanned() {
        plan();
        assertThat(queue.pending()).isZero();
    }

    private static BackgroundFlow flow(int source, int destination, long bytes, long atNanos) {
        return new BackgroundFlow(source, destination, bytes, atNanos);
    }
}
