// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.etude.network.packet.file.Lab;
import org.etude.spec.network.PacketNetworkSpec;
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
}
