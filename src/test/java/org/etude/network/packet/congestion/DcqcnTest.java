// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.state.Flows;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * DCQCN by hand with the shipped constants: alpha decays by 255/256 each us, the rate may fall each 4 us and rises each 900 us,
 * half way to its target, which rises by 50 Mbit/s once and then by 100.
 */
class DcqcnTest {
    private static final long LINE = 40_000_000_000L;
    private static final long END = 3_000_000;

    private final EventQueue queue = new EventQueue();
    private final Flows flows = new Flows(1, false, false);
    private final int idle = queue.register(argument -> {});
    private Dcqcn dcqcn;
    private int flow;

    @BeforeEach
    void aFlowAtLineRateAndSomethingElseGoingOn() {
        dcqcn = new Dcqcn(flows, PacketNetworkSpec.shipped().congestion(), new IdleTimers(queue));
        flow = flows.take();
        flows.at(flow).lineRate = LINE;
        flows.setRate(flow, LINE);
        dcqcn.begins(flow);
        queue.schedule(END, idle, 0);
    }

    /** The rate after all events up to a time. */
    private long at(long nanos) {
        while (queue.nextTick() <= nanos) {
            queue.step();
        }
        return flows.at(flow).rate;
    }

    @Test
    void aMarkCutsAfterFourMicrosAndTheRateComesBackByHalves() {
        dcqcn.acknowledged(flow, 0, 1, true);
        assertThat(at(4_000)).isEqualTo(LINE);
        // alpha is (255/256)^4 by then.
        assertThat(at(4_001)).isEqualTo(20_310_673_709L);
        assertThat(at(904_000)).isEqualTo(20_310_673_709L);
        assertThat(at(904_001)).as("half way to 40 Gbit/s").isEqualTo(30_155_336_854L);
        assertThat(at(1_804_001)).as("the target is the line already").isEqualTo(35_077_668_427L);
    }

    @Test
    void withoutAMarkNothingRuns() {
        dcqcn.acknowledged(flow, 0, 1, false);
        assertThat(dcqcn.isStationary()).isTrue();
        assertThat(queue.pending()).isEqualTo(1);
        assertThat(at(END)).isEqualTo(LINE);
    }

    @Test
    void aSecondCutLowersTheTargetOnlyAfterARise() {
        dcqcn.acknowledged(flow, 0, 1, true);
        at(5_000);
        dcqcn.acknowledged(flow, 0, 2, true);
        long second = at(8_001);
        assertThat(second).isLessThan(11_000_000_000L);
        assertThat(at(908_001)).as("the target is 40 Gbit/s still").isEqualTo(second / 2 + LINE / 2);
        dcqcn.acknowledged(flow, 0, 3, true);
        long before = flows.at(flow).rate;
        long third = at(912_001);
        assertThat(third).isLessThan(before);
        assertThat(at(1_812_001)).as("the target fell to the rate before").isEqualTo(third / 2 + before / 2);
    }

    @Test
    void aFinishedFlowIsLeftAlone() {
        dcqcn.acknowledged(flow, 0, 1, true);
        dcqcn.ends(flow);
        assertThat(at(END)).isEqualTo(LINE);
        flows.finish(flow);
        dcqcn.acknowledged(flow, 0, 2, true);
        assertThat(queue.pending()).isZero();
    }

    /** Timers alone move no packet: they stop, so that a run that cannot go on ends. */
    @Test
    void timersStopWhenNothingElseIsPending() {
        dcqcn.acknowledged(flow, 0, 1, true);
        int steps = 0;
        while (queue.pending() > 0 && steps < 100_000) {
            queue.step();
            steps++;
        }
        assertThat(queue.pending()).isZero();
        assertThat(queue.now()).isBetween(END, END + 1_000_000);
        assertThat(dcqcn.isStationary()).isTrue();
    }
}
