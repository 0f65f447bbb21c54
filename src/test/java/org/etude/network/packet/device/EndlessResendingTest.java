// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.EtudeException;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that are sent again without end are given up, and the reason names flows and links. */
class EndlessResendingTest {
    private static final long GBPS = 1_000_000_000L;

    /** Hosts at one switch, of which the first has another rate. */
    private static PacketTopology star(int hosts, long firstGbps, long gbps, long delay) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(hosts, host, (host == 0 ? firstGbps : gbps) * GBPS, delay, 0));
        }
        return new PacketTopology(hosts, 1, links);
    }

    private static PacketNetworkSpec unwindowed(int payload, long buffer, boolean fastForward) {
        TransportSpec transport = Lab.shipped().transport().withWindow(false).withPayload(payload);
        return Lab.shipped()
                .with(transport)
                .pfc(false)
                .buffer(new Bytes(buffer))
                .withFastForward(fastForward);
    }

    private static String reason(Lab lab) {
        assertThat(lab.queue.pending()).isZero();
        return lab.network.stall().orElseThrow().getMessage();
    }

    /** The state at the fourth repeated refusal is that of the second, which proves that no packet ever fits. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRecurringStateIsGivenUp(boolean fastForward) {
        Lab lab = new Lab(star(5, 2, 2, 100), unwindowed(9_000, 200_000, fastForward), false);
        for (int host = 1; host < 5; host++) {
            lab.flow(host, 0, 5_000_000, host - 1);
        }
        lab.run();
        assertThat(reason(lab))
                .isEqualTo(
                        "4 flows send the same packets again without end, and nothing new arrives: flows 1 -> 0, 2 -> 0,"
                                + " 3 -> 0, 4 -> 0; switches drop packets that come by links 1-5, 2-5, 3-5, 4-5"
                                + System.lineSeparator()
                                + "  Limit the bytes in flight by windows (HAS_WIN 1), turn PFC on, or enlarge the buffers"
                                + " (BUFFER_SIZE).");
        assertThat(lab.network.flows().size()).isZero();
        assertThat(lab.queue.now()).isLessThan(3_000_000);
        EtudeException stall = lab.network.stall().orElseThrow();
        assertThat(stall.details().size()).isEqualTo(4);
    }

    /** The flows' refusals drift against each other, so no state recurs in half a second without news. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThousandRoundsWithoutNewsAreEnough(boolean fastForward) {
        Lab lab = new Lab(star(5, 1, 5, 5_000), unwindowed(9_000, 60_000, fastForward), false);
        for (int host = 1; host < 5; host++) {
            lab.flow(host, 0, 8_000_000, host - 1);
        }
        lab.run();
        assertThat(reason(lab)).startsWith("4 flows send the same packets again without end");
        assertThat(lab.queue.now()).isBetween(500_000_000L, 501_000_000L);
    }

    /** Whatever a network is still to do from outside may move a flow on. */
    @Test
    void nothingIsGivenUpWhileSomethingOutsideIsDue() {
        Lab lab = new Lab(star(5, 2, 2, 100), unwindowed(9_000, 200_000, false), false);
        for (int host = 1; host < 5; host++) {
            lab.flow(host, 0, 5_000_000, host - 1);
        }
        lab.noise(7_000_000).run();
        assertThat(lab.heard).containsExactly("noise at 7000000");
        assertThat(lab.queue.now()).isBetween(7_000_000L, 9_000_000L);
        assertThat(reason(lab)).startsWith("4 flows send the same packets again without end");
    }

    /** Headers and packets of 64 bytes take no time at 6,400 Gbit/s, and what host 1 has sent to host 0 fills its buffer. */
    @Test
    void trimmedPacketsThatGoRoundWithinOneTickAreGivenUp() {
        PacketNetworkSpec spec = unwindowed(64, 200_000, true).spraying(1).trimming(true);
        Lab lab = new Lab(star(3, 1, 6_400, 0), spec, false)
                .flow(1, 0, 200_000, 0)
                .flow(1, 2, 100_000, 0)
                .run();
        assertThat(reason(lab))
                .isEqualTo(
                        "trimmed packets of 1 flow are answered and sent again without end within one nanosecond, 0 ns:"
                                + " flow 1 -> 2; no time is taken by links 3-1, 3-2" + System.lineSeparator()
                                + "  Give the links a delay of at least 1 ns, enlarge the buffers (BUFFER_SIZE), or turn trimming"
                                + " off.");
        EtudeException stall = lab.network.stall().orElseThrow();
        assertThat(stall.details().size()).isEqualTo(1);
    }

    /** The same network with a delay of a nanosecond ends. */
    @Test
    void trimmedPacketsThatTakeTimeArrive() {
        PacketNetworkSpec spec = unwindowed(64, 200_000, true).spraying(1).trimming(true);
        Lab lab = new Lab(star(3, 1, 6_400, 1), spec, false)
                .flow(1, 0, 200_000, 0)
                .flow(1, 2, 100_000, 0)
                .run();
        assertThat(lab.network.stall()).isEmpty();
        assertThat(lab.network.flows().size()).isEqualTo(2);
        assertThat(lab.network.trimmed()).isPositive();
    }
}
