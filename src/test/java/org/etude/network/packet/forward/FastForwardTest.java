// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PortStatistics;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;

/** How much fast-forward saves where it must, and that it keeps out where it may not act. */
class FastForwardTest {
    private static final int HOSTS = 128;
    private static final int STEPS = 16;
    private static final long STEP_BYTES = 500_000;

    private static Lab lab(PacketNetworkSpec spec) {
        return new Lab(Lab.star(2, 200, 500), spec, false);
    }

    private static double singly(Lab lab) {
        return 1 - (double) lab.network.skippedHops() / lab.network.packetHops();
    }

    @Test
    void aLongMessageIsAFewRoundTripsAndARepetition() {
        Lab lab = lab(Lab.shipped()).flow(0, 1, 100_000_000, 0).run();
        assertThat(singly(lab)).isLessThan(0.01);
        assertThat(lab.network.packetHops()).isEqualTo(4 * 100_000);
    }

    @Test
    void aMessageLikeTheOneBeforeIsKnown() {
        Lab lab = lab(Lab.shipped());
        for (int i = 0; i < 100; i++) {
            lab.flow(0, 1, 20_000, i * 50_000L);
        }
        lab.run();
        assertThat(lab.network.packetHops()).isEqualTo(100 * 4 * 20);
        assertThat(singly(lab)).isLessThan(0.15);
        assertThat(lab.rows()).allMatch(row -> row.contains(" 20000 "));
        assertThat(lab.network.flows().completionNanos(99)).isEqualTo(lab.completion(0, 1));
    }

    /** One host after another sends to its neighbour: the same at another place. */
    @Test
    void aMessageLikeAnotherPairsIsKnown() {
        Lab lab = new Lab(Lab.star(8, 100, 700), Lab.shipped(), false);
        for (int i = 0; i < 8; i++) {
            lab.flow(i, (i + 1) % 8, 60_000, i * 100_000L);
        }
        lab.run();
        assertThat(singly(lab)).isLessThan(0.25);
    }

    @Test
    void marksThatNobodyActsOnAreCountedAllTheSame() {
        PacketNetworkSpec early = Lab.shipped()
                .with(new SwitchSpec(
                        true,
                        List.of(new EcnThreshold(100_000_000_000L, 5_000, 200_000, 0.5)),
                        true,
                        true,
                        32 << 20,
                        3));
        long[] marks = new long[2];
        for (int on = 0; on < 2; on++) {
            Lab lab = new Lab(Lab.star(4, 100, 1000), early.withFastForward(on == 1), false)
                    .flow(0, 3, 2_000_000, 0)
                    .flow(1, 3, 2_000_000, 0)
                    .run();
            PortStatistics ports = lab.network.statistics();
            for (int port = 0; port < ports.size(); port++) {
                marks[on] += ports.marks(port);
            }
            assertThat(lab.network.skippedHops() > 0).isEqualTo(on == 1);
        }
        assertThat(marks[1]).isEqualTo(marks[0]).isPositive();
    }

    /** Runs of more than ten thousand decisions, which are not drawn before somebody reads the counts. */
    @Test
    void marksOfKnownStretchesAreThoseOfTheirOwnStreams() {
        PacketNetworkSpec early = Lab.shipped()
                .with(new SwitchSpec(
                        true,
                        List.of(new EcnThreshold(100_000_000_000L, 5_000, 2_000_000, 0.5)),
                        true,
                        true,
                        32 << 20,
                        3));
        PortStatistics[] ports = new PortStatistics[2];
        for (int on = 0; on < 2; on++) {
            Lab lab = new Lab(Lab.star(4, 100, 1000), early.withFastForward(on == 1), false);
            for (int round = 0; round < 4; round++) {
                lab.flow(0, 3, 8_000_000, round * 3_000_000L).flow(1, 3, 8_000_000, round * 3_000_000L);
                lab.flow(2, 1, 1_000, round * 3_000_000L + 2_000_000);
            }
            ports[on] = lab.run().network.statistics();
        }
        long sum = 0;
        for (int port = 0; port < ports[0].size(); port++) {
            assertThat(ports[1].marks(port)).isEqualTo(ports[0].marks(port));
            sum += ports[0].marks(port);
        }
        assertThat(sum).isPositive();
    }

    /** The acknowledgement that ends one message is in flight when the next begins, so when it ends is known only the second time. */
    @Test
    void aStretchThatEndedUnforeseenIsKnownTheThirdTime() {
        Lab[] runs = new Lab[2];
        for (int on = 0; on < 2; on++) {
            runs[on] = new Lab(Lab.star(4, 100, 20_000), Lab.shipped().withFastForward(on == 1), false);
            for (int round = 0; round < 60; round++) {
                runs[on].flow(0, 1, 20_000, round * 300_000L).flow(2, 3, 200_000, round * 300_000L + 50_000);
            }
            runs[on].run();
        }
        assertThat(runs[1].all()).isEqualTo(runs[0].all());
        assertThat(singly(runs[1])).isLessThan(0.06);
    }

    /** After the same stretch another message begins each time: of another size, the other way, a nanosecond later. */
    @Test
    void aTrailThatForksLeadsToEachOfItsEnds() {
        int[] followed = new int[1];
        Lab plain = forks(Lab.shipped().withFastForward(false)).run();
        Lab fast = forks(Lab.shipped());
        fast.network.compareTrails(() -> followed[0]++);
        assertThat(fast.run().all()).isEqualTo(plain.all());
        assertThat(followed[0]).isGreaterThan(60);
        assertThat(forks(Lab.shipped()).run().all()).isEqualTo(plain.all());
    }

    private static Lab forks(PacketNetworkSpec spec) {
        Lab lab = new Lab(Lab.star(3, 100, 1_000), spec, false);
        for (int round = 0; round < 80; round++) {
            long at = round * 300_000L;
            lab.flow(0, 1, 400_000, at);
            switch (round % 4) {
                case 0 -> lab.flow(0, 1, 40_000, at + 10_000);
                case 1 -> lab.flow(0, 1, 44_000, at + 10_000);
                case 2 -> lab.flow(1, 0, 40_000, at + 10_000);
                default -> lab.flow(0, 1, 40_000, at + 10_001);
            }
        }
        return lab;
    }

    @Test
    void keepsOutOfWhatItCannotProve() {
        PacketNetworkSpec shipped = Lab.shipped();
        for (PacketNetworkSpec spec : new PacketNetworkSpec[] {
            shipped.withFastForward(false),
            shipped.with(CongestionControl.HPCC),
            shipped.with(CongestionControl.TIMELY),
            shipped.with(shipped.transport().withRetransmit(1_000_000)),
            shipped.withErrorRate(1e-9)
        }) {
            Lab lab = lab(spec).flow(0, 1, 1_000_000, 0).run();
            assertThat(lab.network.skippedHops()).isZero();
            assertThat(lab.network.flows().size()).isEqualTo(1);
        }
        Lab recorded =
                new Lab(Lab.star(2, 200, 500), shipped).flow(0, 1, 1_000_000, 0).run();
        assertThat(recorded.network.skippedHops())
                .as("a recorder wants every packet")
                .isZero();
    }

    @Test
    void actsUnderDcqcnAsLongAsNothingIsMarked() {
        Lab lab = lab(Lab.shipped().with(CongestionControl.DCQCN))
                .flow(0, 1, 10_000_000, 0)
                .run();
        assertThat(singly(lab)).isLessThan(0.05);
    }

    /** Steps of a ring on links on which thousands of packets are in flight, which costs the search for periods all it may cost. */
    @Test
    void aSearchForPeriodsThatFailsDoesNotStopKnownStretches() {
        Lab[] runs = new Lab[2];
        for (int on = 0; on < 2; on++) {
            runs[on] = new Lab(Lab.star(HOSTS, 400, 1_000), Lab.shipped().withFastForward(on == 1), false);
            for (int step = 0; step < STEPS; step++) {
                for (int host = 0; host < HOSTS; host++) {
                    runs[on].flow(host, (host + 1) % HOSTS, STEP_BYTES, step * 20_000L);
                }
            }
            runs[on].run();
        }
        assertThat(runs[1].all()).isEqualTo(runs[0].all());
        assertThat(singly(runs[1])).isLessThan(3.0 / STEPS);
    }

    /**
     * Two rings that are not in step: whole states do not recur, those of one ring do. That is noticed after 65,536 events, and goes on
     * when it is judged after a million more, by how many of them were skipped.
     */
    @Test
    void ringsOutOfStepAreSkippedOneByOneToTheEnd() {
        int ring = 4;
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < 2 * ring; host++) {
            links.add(new PacketTopology.Link(host, 2 * ring + host / ring, 400_000_000_000L, 500, 0));
        }
        links.add(new PacketTopology.Link(2 * ring, 2 * ring + 1, 400_000_000_000L, 500, 0));
        Lab lab = new Lab(new PacketTopology(2 * ring, 2, links), Lab.shipped(), false);
        for (int step = 0; step < 100; step++) {
            for (int host = 0; host < ring; host++) {
                int next = (host + 1) % ring;
                lab.flow(host, next, STEP_BYTES, step * 20_000L);
                lab.flow(ring + host, ring + next, STEP_BYTES, step * 20_037L);
            }
        }
        lab.run();
        assertThat(lab.queue.fired()).isGreaterThan(3_000_000);
        assertThat(singly(lab)).isLessThan(0.05);
    }

    /**
     * A flow that goes back after a loss had sent more than at the end of the period in which it went back. No more periods are
     * skipped than leave it as far from its end there, too.
     */
    @Test
    void flowsThatGoBackAreSkippedNoFurtherThanTheyHadSent() {
        for (boolean large : new boolean[] {false, true}) {
            PacketNetworkSpec spec = Lab.shipped()
                    .with(Lab.shipped().transport().withWindow(false).withPayload(large ? 4_096 : 1_000))
                    .pfc(false)
                    .buffer(new Bytes(200_000));
            List<List<String>> runs = new ArrayList<>();
            long skipped = 0;
            for (boolean on : new boolean[] {false, true}) {
                Lab lab = new Lab(Lab.star(3, large ? 400 : 100, large ? 100 : 500), spec.withFastForward(on), false)
                        .flow(1, 0, large ? 10_933_734 : 13_434_602, large ? 660 : 860)
                        .flow(2, 0, large ? 13_454_210 : 2_685_512, large ? 581 : 381)
                        .run();
                runs.add(lab.all());
                skipped = lab.network.skippedHops();
            }
            assertThat(runs.get(1)).isEqualTo(runs.get(0));
            assertThat(skipped).isPositive();
        }
    }
}
