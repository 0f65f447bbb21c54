// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.etude.network.packet.file.Lab;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/**
 * After the same segment the same flows begin at the same times, and yet the network is in another state: what a trail must also
 * compare. One kind of round is learnt first, then the two kinds take turns.
 */
class TrailConditionsTest {
    private static final int LEARNT = 8;
    private static final int ROUNDS = 24;
    private static final long ROUND = 400_000;
    private static final long BYTES = 7;

    /** Whether a round is of the kind that comes later. */
    private static boolean isOther(int round) {
        return round >= LEARNT && round % 2 == 1;
    }

    private static void compare(Function<PacketNetworkSpec, Lab> rounds) {
        Lab plain = rounds.apply(Lab.shipped().withFastForward(false)).run();
        assertThat(plain.network.flows().completionNanos(rowOf(plain, LEARNT)))
                .as("the two kinds of round differ in this flow")
                .isNotEqualTo(plain.network.flows().completionNanos(rowOf(plain, LEARNT + 1)));

        int[] followed = new int[1];
        Lab fast = rounds.apply(Lab.shipped());
        fast.network.compareTrails(() -> followed[0]++);
        assertThat(fast.run().all()).isEqualTo(plain.all());
        assertThat(followed[0]).isGreaterThan(ROUNDS);
        assertThat(rounds.apply(Lab.shipped()).run().all()).isEqualTo(plain.all());
    }

    /** The row of a round's flow of this many bytes, which is the only one. */
    private static int rowOf(Lab lab, int round) {
        int met = 0;
        for (int row = 0; row < lab.network.flows().size(); row++) {
            if (lab.network.flows().bytes(row) == BYTES && met++ == round) {
                return row;
            }
        }
        throw new AssertionError("round " + round + " did not finish");
    }

    /**
     * Two flows begin at a NIC that had nothing to send, while it sends an acknowledgement. Which of them goes first depends on whose
     * turn it was long before: one flow or two had been sent.
     */
    @Test
    void whoseTurnItWasBeforeTheSegmentCounts() {
        compare(TrailConditionsTest::turns);
    }

    private static Lab turns(PacketNetworkSpec spec) {
        Lab lab = new Lab(Lab.star(4, 10, 500), spec, false);
        for (int round = 0; round < ROUNDS; round++) {
            long at = round * ROUND;
            lab.flow(0, 1, 1_000, at);
            if (isOther(round)) {
                lab.flow(0, 1, 1_000, at);
            }
            lab.flow(1, 0, 400_000, at + 20_000)
                    .flow(2, 3, 200_000, at + 20_000)
                    .flow(3, 2, 200_000, at + 20_000);
            lab.flow(0, 1, BYTES, at + 40_090).flow(0, 1, 1_000, at + 40_090);
        }
        return lab;
    }

    /**
     * Frames this short take no time on these links, so a NIC sends its acknowledgements and the next packet within one nanosecond. In
     * the same nanosecond a flow begins, before or after that packet: it was announced long before, or only just now.
     */
    @Test
    void whereInItsNanosecondAFlowBeginsCounts() {
        compare(TrailConditionsTest::places);
    }

    private static Lab places(PacketNetworkSpec spec) {
        Lab lab = new Lab(Lab.star(4, 1_600, 500), spec, false);
        for (int round = 0; round < ROUNDS; round++) {
            long at = round * ROUND;
            lab.flow(0, 3, 5_000_000, at).flow(1, 0, 1, at + 500).flow(2, 0, 1, at + 500);
            lab.flow(0, 3, BYTES, at + 1_500).noise(at + 1_499);
            if (isOther(round)) {
                lab.announce(4 * round + 3, at + 1_499);
            }
        }
        return lab;
    }

    /** What a segment leads to is learnt with a message of the job, which waits for the one before; background traffic does not. */
    @Test
    void whetherAFlowKeepsToTheOrderOfMessagesCounts() {
        equal(Lab.shipped(), spec -> {
            PacketNetworkSpec ordered = spec.inOrder(true);
            for (int round = LEARNT + 1; round < ROUNDS; round += 2) {
                ordered = ordered.backgroundFlow(0, 1, new Bytes(40_000), Time.ns(round * ROUND + 1_000));
            }
            Lab lab = new Lab(Lab.star(3, 100, 500), ordered, false);
            for (int round = 0; round < ROUNDS; round++) {
                lab.flow(0, 1, 100_000, round * ROUND);
                if (!isOther(round)) {
                    lab.flow(0, 1, 40_000, round * ROUND + 1_000);
                }
            }
            return lab;
        });
    }

    /**
     * The last flow of a round takes the slot of one that has ended, except where a message without bytes has taken that before; as in
     * the reference it never begins.
     */
    @Test
    void whichSlotAFlowTookCounts() {
        equal(Lab.shipped(), spec -> {
            Lab lab = new Lab(Lab.star(4, 100, 500), spec, false);
            lab.network.hangAsReference();
            for (int round = 0; round < ROUNDS; round++) {
                long at = round * ROUND;
                lab.flow(0, 1, 100_000, at).flow(0, 1, 1_000, at);
                if (isOther(round)) {
                    lab.flow(1, 0, 0, at + 19_990);
                }
                lab.flow(0, 1, 40_000, at + 20_000);
            }
            return lab;
        });
    }

    /**
     * Two hosts send to a third at once, and each packet that waits there is marked or not. The next message begins when all have left
     * that queue, so only marks under way tell one round from another: acknowledgements bring them long after.
     */
    @Test
    void whatWasDrawnOnTheWayCounts() {
        PacketNetworkSpec marking = Lab.shipped()
                .with(CongestionControl.DCQCN)
                .with(new SwitchSpec(
                        true,
                        List.of(new EcnThreshold(100_000_000_000L, 1_000, 400_000, 0.2)),
                        true,
                        true,
                        32 << 20,
                        3));
        equal(marking, spec -> {
            Lab lab = new Lab(Lab.star(4, 100, 20_000), spec, false);
            for (int round = 0; round < 16; round++) {
                long at = round * 2_000_000L;
                lab.flow(3, 1, 100_000, at)
                        .flow(2, 0, 100_000, at)
                        .flow(1, 0, 20_000, at + 150_000)
                        .flow(2, 0, 20_000, at + 150_000)
                        .flow(3, 1, 200_000, at + 210_000);
            }
            return lab;
        });
    }

    private static void equal(PacketNetworkSpec spec, Function<PacketNetworkSpec, Lab> rounds) {
        Lab plain = rounds.apply(spec.withFastForward(false)).run();
        int[] followed = new int[1];
        Lab checked = rounds.apply(spec);
        checked.network.compareTrails(() -> followed[0]++);
        assertThat(checked.run().all()).isEqualTo(plain.all());
        assertThat(followed[0]).isGreaterThan(ROUNDS / 4);
        assertThat(rounds.apply(spec).run().all()).isEqualTo(plain.all());
    }
}
