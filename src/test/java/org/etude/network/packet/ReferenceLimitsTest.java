// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PortStatistics;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;
import org.junit.jupiter.api.Test;

/** Limits that the widths of the reference's fields set, which the network of our own does not have, and those that it has. */
class ReferenceLimitsTest {
    private static final long GBPS = 1_000_000_000L;

    /** Hosts with a switch each, the switches in a ring. */
    private static PacketTopology ring(int hosts, long delay) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(host, hosts + host, 100 * GBPS, delay, 0));
            links.add(new PacketTopology.Link(hosts + host, hosts + (host + 1) % hosts, 100 * GBPS, delay, 0));
        }
        return new PacketTopology(hosts, hosts, links);
    }

    /** The queue that two flows to host 0 of a ring build up from this many switches away, bytes. */
    private static long queue(PacketTopology topology, int switches, boolean wide, boolean windows, long bytes) {
        PacketNetworkSpec hpcc = PacketNetworkSpec.shipped().with(CongestionControl.HPCC);
        Lab lab = new Lab(topology, hpcc.with(hpcc.transport().withWindow(windows)), false)
                .flow(switches - 1, 0, bytes, 0)
                .flow(topology.hosts() - switches + 1, 0, bytes, 0);
        if (wide) {
            lab.network.widenFields();
        }
        PortStatistics ports = lab.run().network.statistics();
        assertThat(lab.network.flows().size()).isEqualTo(2);
        return IntStream.range(0, ports.size())
                .mapToLong(ports::peakQueueBytes)
                .max()
                .orElseThrow();
    }

    /** Without windows nothing but HPCC keeps the queue of 2 x 4 MB at 100 Gbit/s below half of what is sent. */
    @Test
    void hpccAdaptsOverAnyNumberOfSwitches() {
        PacketTopology topology = ring(14, 500);
        assertThat(queue(topology, 5, true, true, 4_000_000)).isEqualTo(queue(topology, 5, false, true, 4_000_000));
        assertThat(queue(topology, 7, false, false, 4_000_000))
                .as("five records")
                .isGreaterThan(3_500_000);
        assertThat(queue(topology, 7, true, false, 4_000_000))
                .as("as many as switches")
                .isLessThan(1_000_000);
    }

    /** 10.5 MB is the longest queue that a record of the reference states; a longer one is taken for a short one. */
    @Test
    void hpccSeesAnyQueue() {
        PacketNetworkSpec hpcc = PacketNetworkSpec.shipped().with(CongestionControl.HPCC);
        PacketTopology far = PacketTopologies.star(9, 400 * GBPS, 60_000);
        Lab reference = incast(far, hpcc);
        Lab wide = incast(far, hpcc);
        wide.network.widenFields();
        assertThat(reference.run().network.misreadTelemetry()).isPositive();
        assertThat(wide.run().network.misreadTelemetry()).isZero();
        assertThat(wide.network.flows().size()).isEqualTo(8);
        assertThat(wide.rows()).isNotEqualTo(reference.rows());
    }

    private static Lab incast(PacketTopology topology, PacketNetworkSpec spec) {
        Lab lab = new Lab(topology, spec.with(spec.switches().withPfc(false).withBuffer(0xffffffffL)), false);
        for (int from = 1; from < topology.hosts(); from++) {
            lab.flow(from, 0, 15_000_000, 0);
        }
        return lab;
    }

    /** A hop count of eight bits sent packets astray beyond 255 links, for ever. */
    @Test
    void pathsMayHaveThousandsOfLinks() {
        Lab lab = new Lab(ring(600, 10), PacketNetworkSpec.shipped(), false).flow(0, 300, 10_000, 0);
        assertThat(lab.run().completion(0, 300)).isBetween(302L * (83 + 10 + 10 + 4), 302L * 110 + 10 * 83);
        PacketNetworkSpec spec = PacketNetworkSpec.shipped();
        PacketTopology longest = row(4_095);
        assertThatThrownBy(() -> new Lab(longest, spec, false))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("the longest path passes 4096 links; packets count up to 4095");
        assertThat(new Lab(row(4_094), spec, false).flow(0, 1, 1, 0).run().rows())
                .hasSize(1);
    }

    /** Two hosts at the ends of a row of switches. */
    private static PacketTopology row(int switches) {
        List<PacketTopology.Link> links = new ArrayList<>();
        links.add(new PacketTopology.Link(2, 0, 100 * GBPS, 1, 0));
        for (int at = 3; at < switches + 2; at++) {
            links.add(new PacketTopology.Link(at - 1, at, 100 * GBPS, 1, 0));
        }
        links.add(new PacketTopology.Link(switches + 1, 1, 100 * GBPS, 1, 0));
        return new PacketTopology(2, switches, links);
    }

    /** Without delay 64 bytes take no time at 6,400 Gbit/s, and so does the round trip, whose product is then no window. */
    @Test
    void aRoundTripOfNoTimeIsStillAWindow() {
        PacketNetworkSpec spec = PacketNetworkSpec.shipped();
        PacketTopology star = PacketTopologies.star(2, 6400 * GBPS, 0);
        Lab lab = new Lab(star, spec.with(spec.transport().withPayload(64)), false).flow(0, 1, 6_400, 0);
        lab.network.widenFields();
        lab.run();
        assertThat(lab.network.flows().size()).isEqualTo(1);
        assertThat(lab.network.statistics().peakQueueBytes(0)).isLessThanOrEqualTo(200);
    }

    /**
     * A timeout below the round trip sends everything again, so that the acknowledgement of all comes while some is to be sent again.
     * A NIC that chose such a flow while it dropped earlier ones once sent for another one, and messages were never acknowledged.
     */
    @Test
    void hastyTimeoutsDeliverEveryMessageOnce() {
        int flows = 600;
        PacketNetworkSpec spec = PacketNetworkSpec.shipped();
        for (int seed = 0; seed < 3; seed++) {
            Lab lab = new Lab(
                    PacketTopologies.star(8, GBPS, 5_000),
                    spec.with(spec.transport().withPayload(4096).withRetransmit(20_000))
                            .with(spec.switches().withPfc(false)),
                    false);
            Random random = new Random(seed);
            for (int i = 0; i < flows; i++) {
                int from = random.nextInt(8);
                lab.flow(from, (from + 1) % 8, 1_752, random.nextInt(2_500_000));
            }
            lab.run();
            assertThat(lab.network.stall()).as("seed " + seed).isEmpty();
            assertThat(lab.network.flows().size()).as("seed " + seed).isEqualTo(flows);
            assertThat(lab.heard).as("seed " + seed).hasSize(2 * flows).doesNotHaveDuplicates();
        }
    }

    /** Where no acknowledgement counts, a timeout cannot help: the run ends at once and says so. */
    @Test
    void timeoutsWithoutAcknowledgementsEndAtOnce() {
        PacketNetworkSpec spec = PacketNetworkSpec.shipped();
        PacketNetworkSpec none =
                spec.with(new TransportSpec(1000, 0, 4000, false, true, false, true, true, false, 0, 200_000));
        Lab lab = new Lab(Lab.star(2, 100, 500), none, false).flow(0, 1, 100, 0).run();
        assertThat(lab.network.retransmissions()).isZero();
        assertThat(lab.network.stall().orElseThrow())
                .hasMessageContaining("Set L2_ACK_INTERVAL to 1: with 0 no acknowledgement counts.");
    }
}
