// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.queue.EventQueue;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.SysEvents;
import org.etude.spec.BusSpec;
import org.junit.jupiter.api.Test;

/**
 * L 10, o 3, g 20 and G 0.5 ns per byte on the outer bus, 0.0038 on the inner one: 101 bytes take 3 + 0.5 x 100 + 10 + 3 = 66 ns outside
 * and 3 + 0.38 + 10 + 3, cut to 16, inside. Towards the network the inner bus comes first, from it last.
 */
class SharedBusTest {
    private final EventQueue queue = new EventQueue();
    private final List<String> done = new ArrayList<>();
    private SharedBus bus;

    private void bus(int reductionDelay) {
        SysEvents events = new SysEvents(
                queue,
                2,
                (rank, token, extra) -> {
                    assertThat(EventTag.kind(token)).isEqualTo(EventTag.BUS);
                    bus.due(EventTag.a(token), EventTag.b(token));
                },
                null);
        bus = new SharedBus(new BusSpec(10, 3, 20, 0.5, reductionDelay), events, queue::now, 2);
    }

    private void pass(String name, int rank, long bytes, boolean processed, boolean fromHost, boolean back) {
        bus.pass(rank, bytes, processed, fromHost, back, () -> done.add(queue.now() + " " + name));
    }

    private List<String> run() {
        while (queue.pending() > 0) {
            queue.step();
        }
        return done;
    }

    @Test
    void towardsTheNetworkMemoryIsReadFirst() {
        bus(0);
        pass("a", 0, 101, false, true, false);
        assertThat(run()).containsExactly((16 + 66) + " a");
    }

    @Test
    void fromTheNetworkMemoryIsWrittenLast() {
        bus(0);
        pass("a", 0, 101, false, false, false);
        assertThat(run()).containsExactly((66 + 16) + " a");
    }

    /** One byte: 3 + 10 + 3 on each bus. */
    @Test
    void aByteTakesLatencyAndOverheads() {
        bus(0);
        pass("a", 0, 1, false, false, false);
        assertThat(run()).containsExactly("32 a");
    }

    @Test
    void ranksHaveBusesOfTheirOwn() {
        bus(0);
        pass("a", 0, 101, false, true, false);
        pass("b", 1, 101, false, true, false);
        assertThat(run()).containsExactly("82 a", "82 b");
    }

    /** The first is sent within 53 ns; the gap of 20 ns passes before the second is sent: 53 + 20 + 50 + 13. */
    @Test
    void sendsFollowEachOtherAfterTheGap() {
        bus(0);
        pass("a", 0, 101, false, false, false);
        pass("b", 0, 101, false, false, false);
        assertThat(run()).containsExactly("82 a", (53 + 20 + 50 + 13 + 16) + " b");
    }

    /** 101 bytes go to memory and back, are reduced in 1 x 7 + 50 ns, and are written. */
    @Test
    void whatIsProcessedTakesItsTime() {
        bus(7);
        pass("a", 0, 101, true, false, false);
        assertThat(run()).containsExactly((66 + 2 * 16 + 57 + 16) + " a");
    }

    /** It leaves after its overhead, however long ago the gap is over. */
    @Test
    void aLaterPacketDoesNotWaitForTheGap() {
        bus(0);
        pass("a", 0, 101, false, false, false);
        run();
        pass("b", 0, 101, false, false, false);
        assertThat(run()).containsExactly("82 a", (82 + 66 + 16) + " b");
    }

    /**
     * Twelve single bytes come from the network, 20 ns apart; one from the host is ready at 16 ns. After nine of them it is its turn:
     * it goes as the ninth arrives, at 176 ns, and the tenth when it has arrived itself, 16 ns later.
     */
    @Test
    void afterNineSendsInARowThePartnerGoesFirst() {
        bus(0);
        for (int packet = 1; packet <= 12; packet++) {
            pass("n" + packet, 0, 1, false, false, false);
        }
        pass("h", 0, 1, false, true, false);
        List<String> expected = new ArrayList<>();
        for (int packet = 1; packet <= 9; packet++) {
            expected.add((16 + 20 * (packet - 1) + 16) + " n" + packet);
        }
        expected.addAll(List.of("192 h", "224 n10", "244 n11", "264 n12"));
        assertThat(run()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
