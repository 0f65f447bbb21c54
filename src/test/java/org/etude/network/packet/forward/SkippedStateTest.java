// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;

/**
 * What a state must carry over a skipped stretch, and which stretches must not be skipped: each network here is such that fast-forward
 * changes its result if it leaves this one thing out. Rounds of the same messages are skipped as known segments, long messages as
 * periods.
 */
class SkippedStateTest {
    private static final long GBPS = 1_000_000_000L;
    private static final long ROUND = 1_000_000;
    private static final int SMALL = 60_000;
    private static final int LARGE = 32 << 20;

    /** Hosts at one switch, each with a rate of its own, in Gbit/s. */
    private static PacketTopology star(long delay, int... rates) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < rates.length; host++) {
            links.add(new PacketTopology.Link(rates.length, host, rates[host] * GBPS, delay, 0));
        }
        return new PacketTopology(rates.length, 1, links);
    }

    private static PacketNetworkSpec windows(boolean on, boolean pauses, int buffer) {
        return Lab.shipped()
                .with(Lab.shipped().transport().withWindow(on))
                .pfc(pauses)
                .buffer(new Bytes(buffer));
    }

    /** Rates that heed marks, which are drawn for queues between two sizes and certain above. */
    private static PacketNetworkSpec marks(long low, long high, double probability) {
        List<EcnThreshold> thresholds = List.of(new EcnThreshold(100 * GBPS, low, high, probability));
        return windows(true, true, LARGE)
                .with(CongestionControl.DCQCN)
                .with(new SwitchSpec(true, thresholds, true, true, LARGE, 3));
    }

    private static Lab compare(PacketNetworkSpec spec, Function<PacketNetworkSpec, Lab> traffic) {
        Lab plain = traffic.apply(spec.withFastForward(false)).run();
        Lab fast = traffic.apply(spec).run();
        assertThat(fast.all()).isEqualTo(plain.all());
        assertThat(plain.network.skippedHops()).isZero();
        return fast;
    }

    private static void equalAndSkipping(PacketNetworkSpec spec, Function<PacketNetworkSpec, Lab> traffic) {
        assertThat(compare(spec, traffic).network.skippedHops()).isPositive();
    }

    /** One message ends while a pause holds the host of another. */
    @Test
    void howLongAPortHasBeenPausedWhenASegmentEnds() {
        equalAndSkipping(windows(false, true, SMALL), spec -> {
            Lab lab = new Lab(star(500, 10, 25, 25, 25), spec, false);
            for (int round = 0; round < 3; round++) {
                lab.flow(1, 0, 200_000, round * ROUND).flow(2, 3, 100_000, round * ROUND);
            }
            return lab;
        });
    }

    @Test
    void howLongAPortHasBeenPausedWhenAPeriodEnds() {
        equalAndSkipping(
                windows(false, true, SMALL), spec -> new Lab(star(500, 10, 25), spec, false).flow(1, 0, 200_000, 0));
    }

    /** Two hosts flood a third, whose switch drops: receivers answer the first packet that is out of order, and no other. */
    @Test
    void whatWasRefusedLastWhenASegmentEnds() {
        equalAndSkipping(windows(false, false, SMALL), spec -> {
            Lab lab = new Lab(star(500, 25, 25, 25), spec, false);
            for (int round = 0; round < 4; round++) {
                lab.flow(1, 0, 40_000, round * ROUND).flow(2, 0, 20_000, round * ROUND);
            }
            return lab;
        });
    }

    @Test
    void whatWasRefusedLastWhenAPeriodEnds() {
        equalAndSkipping(windows(false, false, SMALL), spec -> new Lab(star(500, 25, 25, 25), spec, false)
                .flow(1, 0, 400_000, 0)
                .flow(2, 0, 200_000, 0));
    }

    /** Messages of one host in turn, all of whole packets: the turns change with the last packet of one. */
    @Test
    void theLastPacketOfAMessageIsInNoSkippedPeriod() {
        equalAndSkipping(windows(false, true, LARGE), spec -> new Lab(star(1, 10, 10), spec, false)
                .flow(1, 0, 100_000, 0)
                .flow(1, 0, 200_000, 0)
                .flow(1, 0, 100_000, 0));
    }

    /**
     * Hosts 2 and 3 take turns in sending half as often as host 1. After each packet of host 1 the network is in the same state, but
     * hosts 2 and 3 have changed places in it.
     */
    @Test
    void aPeriodInWhichFlowsChangePlacesIsHalfOfOne() {
        PacketNetworkSpec shipped = windows(false, true, LARGE);
        int headers = shipped.transport().frames().dataBytes();
        // 1,048 bytes take 131 ns at 64 Gbit/s and 262 ns at 32 Gbit/s.
        equalAndSkipping(shipped.with(shipped.transport().withPayload(1_048 - headers)), spec -> new Lab(
                        star(500, 256, 64, 32, 32), spec, false)
                .flow(1, 0, 400_000, 0)
                .flow(2, 0, 200_000, 0)
                .flow(3, 0, 200_000, 131));
    }

    /**
     * In the tick in which a message begins an acknowledgement arrives that was on its way when it was decided to begin then, so it
     * comes first. It would come last after a skip shorter than its way.
     */
    @Test
    void aMessageThatBeginsSoonIsNotSkippedTo() {
        PacketNetworkSpec shipped = windows(true, true, LARGE);
        equalAndSkipping(shipped.with(shipped.transport().withStart(18_000)), spec -> new Lab(
                        star(20_000, 100, 10, 10), spec, false)
                .flow(0, 1, 600_000, 0)
                .flow(0, 2, 1_000, 290_691));
    }

    /** Marks are drawn for each packet, and missed for long. */
    @Test
    void aPeriodWithRandomMarksIsNotSkipped() {
        Lab fast = compare(marks(5_000, 400_000, 0.01), spec -> new Lab(star(500, 100, 100, 100), spec, false)
                .flow(1, 0, 1_000_000, 0)
                .flow(2, 0, 1_000_000, 0));
        assertThat(fast.network.skippedHops()).isZero();
    }

    /** In the first rounds no packet is marked, in later ones some are. */
    @Test
    void aSegmentWithRandomMarksIsNotKept() {
        Lab fast = compare(marks(5_000, 400_000, 0.05), spec -> {
            Lab lab = new Lab(star(500, 100, 100, 100), spec, false);
            for (int round = 0; round < 8; round++) {
                lab.flow(1, 0, 50_000, round * 100_000L).flow(2, 0, 50_000, round * 100_000L);
            }
            return lab;
        });
        assertThat(fast.network.skippedHops()).isZero();
    }

    /** Every packet that finds a queue is marked without drawing, and what then slows its sender down is in no state. */
    @Test
    void aSegmentAtWhoseEndRatesMoveIsNotKept() {
        Lab fast = compare(marks(5_000, 5_000, 1), spec -> {
            Lab lab = new Lab(star(500, 100, 100, 100), spec, false);
            for (int round = 0; round < 6; round++) {
                lab.flow(1, 0, 20_000, round * ROUND * 2).flow(2, 0, 20_000, round * ROUND * 2);
            }
            return lab;
        });
        assertThat(fast.network.skippedHops()).isZero();
    }

    /** The same while a period is looked for: rates still move. */
    @Test
    void aPeriodWhileRatesMoveIsNotSkipped() {
        compare(marks(5_000, 5_000, 1), spec -> new Lab(star(500, 100, 100, 100), spec, false)
                .flow(1, 0, 200_000, 0)
                .flow(2, 0, 200_000, 0));
    }
}
