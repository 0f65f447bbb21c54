// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;
import org.junit.jupiter.api.Test;

/** Counters of ports read, compared and repeated: exact values of each, of two links in a row. */
class PortTotalsTest {
    private static final long GBPS = 1_000_000_000L;

    private final Ports ports = new Ports(
            new PacketTopology(
                    2,
                    1,
                    List.of(
                            new PacketTopology.Link(0, 2, 100 * GBPS, 500, 0),
                            new PacketTopology.Link(1, 2, 100 * GBPS, 500, 0))),
            null);

    private static void count(Port port, long bytes, long packets, long busy, long arrived) {
        port.sentBytes += bytes;
        port.packets += packets;
        port.busyNanos += busy;
        port.arrived += arrived;
    }

    private static long[] totals(Port port) {
        long[] read = new long[PortTotals.COUNT];
        PortTotals.read(port, read, 0);
        return read;
    }

    @Test
    void growthIsWhatCameSinceThePlaceWhereItWasRead() {
        Port port = ports.at(3);
        count(port, 1000, 2, 80, 5);
        long[] before = {-1, -1, -1, -1, -1, -1};
        PortTotals.read(port, before, 2);
        assertThat(before).containsExactly(-1, -1, 1000, 2, 80, 5);
        count(port, 36, 1, 3, 7);
        long[] grown = {-1, -1, -1, -1, -1};
        PortTotals.growth(port, before, 2, grown, 1);
        assertThat(grown).containsExactly(-1, 36, 1, 3, 7);
    }

    @Test
    void aGrowthIsAddedAsOftenAsItRepeats() {
        Port port = ports.at(0);
        count(port, 1000, 2, 80, 5);
        PortTotals.grow(port, new long[] {9, 36, 1, 3, 7}, 1, 10);
        assertThat(totals(port)).containsExactly(1360, 12, 110, 75);
        assertThat(totals(ports.at(1))).containsOnly(0);
    }

    @Test
    void theLargestQueueIsThatOfAnyTime() {
        Port port = ports.at(0);
        port.peakQueueBytes = 4000;
        PortTotals.mergePeak(port, 3999);
        assertThat(port.peakQueueBytes).isEqualTo(4000);
        PortTotals.mergePeak(port, 4001);
        assertThat(port.peakQueueBytes).isEqualTo(4001);
    }

    /** What ports 2 and 3 of the second link did is added to ports 0 and 1 of the first, and hops count as skipped. */
    @Test
    void theGrowthOfOnePartIsThatOfAnotherWithItsNumbering() {
        ports.at(0).peakQueueBytes = 50;
        ports.at(1).peakQueueBytes = 500;
        PortCounters counters = new PortCounters(ports.count);
        counters.hops = 7;
        long[] counts = {1000, 2, 80, 5, 100, 36, 1, 3, 4, 200};
        NetworkState.Numbering first = new NetworkState.Numbering(new int[0], new int[] {0}, new int[0]);
        new PartCounters.Growth(counts, 9, 20).addTo(ports, counters, first);
        assertThat(totals(ports.at(0))).containsExactly(1000, 2, 80, 5);
        assertThat(totals(ports.at(1))).containsExactly(36, 1, 3, 4);
        assertThat(totals(ports.at(2))).containsOnly(0);
        assertThat(ports.column(port -> port.peakQueueBytes)).containsExactly(100, 500, 0, 0);
        assertThat(counters.hops).isEqualTo(16);
        assertThat(counters.skippedHops).isEqualTo(9);
    }
}
