// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;

/** What a reader sees of a switch's record: in which units, where the reference's fields wrap round, and that ours do not. */
class HopRecordsTest {
    private static final long GBPS = 1_000_000_000L;
    private static final int FLOW = 1;
    private static final int OLD = 3;
    private static final int NEW = 4;

    private final Ports ports = ports(25, 50, 100, 200, 400, 2400, 1200, 800, 40);

    /** The ports of one link per rate, all between the same two hosts. */
    private static Ports ports(long... gbps) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (long rate : gbps) {
            links.add(new PacketTopology.Link(0, 1, rate * GBPS, 500, 0));
        }
        return new Ports(
                new PacketTopology(2, 0, links),
                PacketNetworkSpec.shipped().transport().frames());
    }

    private static HopRecords ready(HopRecords records) {
        records.grow(2);
        records.forget(FLOW);
        return records;
    }

    private HopRecords reference(int scale) {
        return ready(HopRecords.ofReference(ports, scale));
    }

    private HopRecords wide(int hops) {
        return ready(HopRecords.wide(ports, 1, hops));
    }

    private void write(HopRecords records, int packet, long now, long sent, long queued, int port) {
        Port at = ports.at(port);
        at.sentBytes = sent;
        at.queuedBytes = queued;
        records.write(packet, 0, now, at);
    }

    @Test
    void fieldsComeBackInTheirUnits() {
        for (HopRecords records : List.of(reference(1), wide(1))) {
            write(records, OLD, 1_000, 128 * 7, 80 * 5, 0);
            records.keep(FLOW, OLD, 0);
            write(records, NEW, 4_500, 128 * 20 + 127, 80 * 9 + 79, 0);
            assertThat(records.queue(OLD, 0)).isEqualTo(400);
            assertThat(records.queue(NEW, 0)).isEqualTo(720);
            assertThat(records.standingQueue(FLOW, NEW, 0)).isEqualTo(400);
            assertThat(records.elapsed(FLOW, NEW, 0)).isEqualTo(3_500);
            assertThat(records.sent(FLOW, NEW, 0)).isEqualTo(13 * 128);
            assertThat(records.misread()).isZero();
        }
    }

    @Test
    void aScaleWidensTheUnits() {
        HopRecords records = reference(10);
        write(records, NEW, 0, 128 * 30, 80 * 30, 0);
        assertThat(records.queue(NEW, 0)).isEqualTo(2_400);
        assertThat(records.sent(FLOW, NEW, 0)).isEqualTo(3_840);
    }

    /** Time wraps every 2^24 ns, bytes every 2^20 units, queues after 2^17 units. */
    @Test
    void fieldsOfTheReferenceWrapRound() {
        HopRecords records = reference(1);
        write(records, OLD, (1 << 24) - 10, 128L * ((1 << 20) - 3), 0, 0);
        records.keep(FLOW, OLD, 0);
        write(records, NEW, (1 << 24) + 20, 128L * ((1 << 20) + 4), 80L * 9, 0);
        assertThat(records.elapsed(FLOW, NEW, 0)).isEqualTo(30);
        assertThat(records.sent(FLOW, NEW, 0)).isEqualTo(7 * 128);
        assertThat(records.misread())
                .as("a counter that wraps between two reads is read right")
                .isZero();
        write(records, NEW, (2 << 24) - 10 + 7, 128L * ((2 << 20) - 3 + 5), 80L * ((1 << 17) + 6), 0);
        assertThat(records.elapsed(FLOW, NEW, 0)).isEqualTo(7);
        assertThat(records.sent(FLOW, NEW, 0)).isEqualTo(5 * 128);
        assertThat(records.queue(NEW, 0)).isEqualTo(480);
        assertThat(records.misread()).isEqualTo(3);
    }

    @Test
    void wideFieldsDoNotWrapRound() {
        HopRecords records = wide(1);
        write(records, OLD, 5, 256, 80, 0);
        records.keep(FLOW, OLD, 0);
        write(records, NEW, 5 + (3L << 40), 256 + (128L << 40), 80L << 30, 0);
        assertThat(records.elapsed(FLOW, NEW, 0)).isEqualTo(3L << 40);
        assertThat(records.sent(FLOW, NEW, 0)).isEqualTo(128L << 40);
        assertThat(records.queue(NEW, 0)).isEqualTo(80L << 30);
        assertThat(records.misread()).isZero();
    }

    /** After a link has failed a hop may be another port, whose counter stands elsewhere. */
    @Test
    void aNewPortHasSentNothingYet() {
        HopRecords records = wide(1);
        write(records, OLD, 1_000, 128 * 50, 0, 0);
        records.keep(FLOW, OLD, 0);
        write(records, NEW, 1_000, 128 * 70, 0, 2);
        assertThat(records.sent(FLOW, NEW, 0)).isZero();
        assertThat(records.elapsed(FLOW, NEW, 0)).as("no division by 0").isEqualTo(1);
        records.forget(FLOW);
        assertThat(records.sent(FLOW, NEW, 0)).isZero();
    }

    /** The reference has codes for seven rates, and takes any other for its first. */
    @Test
    void ratesAreStatedByCodeOrAsTheyAre() {
        long[] gbps = {25, 50, 100, 200, 400, 2400, 1200, 800, 40};
        HopRecords reference = reference(1);
        HopRecords wide = wide(1);
        for (int link = 0; link < gbps.length; link++) {
            boolean coded = link < 7;
            assertThat(HopRecords.isCoded(gbps[link] * GBPS)).isEqualTo(coded);
            for (int port = 2 * link; port < 2 * link + 2; port++) {
                write(reference, NEW, 0, 0, 0, port);
                write(wide, NEW, 0, 0, 0, port);
                assertThat(reference.rate(NEW, 0)).isEqualTo((coded ? gbps[link] : 25) * GBPS);
                assertThat(wide.rate(NEW, 0)).isEqualTo(gbps[link] * GBPS);
            }
        }
    }

    @Test
    void thereAreFiveRecordsOrAsManyAsSwitches() {
        assertThat(reference(1).hops).isEqualTo(5);
        assertThat(wide(3).hops).isEqualTo(5);
        HopRecords records = wide(8);
        assertThat(records.hops).isEqualTo(8);
        for (int hop = 0; hop < 8; hop++) {
            ports.at(hop).queuedBytes = 80L * hop;
            records.write(NEW, hop, 0, ports.at(hop));
        }
        assertThat(IntStream.range(0, 8).mapToLong(hop -> records.queue(NEW, hop)))
                .containsExactly(0L, 80L, 160L, 240L, 320L, 400L, 480L, 560L);
    }

    /** 100 Gbit/s through 8 us are 100 kB. */
    @Test
    void withoutAWindowTheProductCounts() {
        PacketFlow flow = flow();
        flow.lineRate = 100 * GBPS;
        flow.baseRtt = 8_000;
        assertThat(wide(1).window(flow)).isEqualTo(100_000);
        assertThat(reference(1).window(flow)).isZero();
        flow.window = 5;
        assertThat(wide(1).window(flow)).isEqualTo(5);
    }

    private static PacketFlow flow() {
        Flows flows = new Flows(1, false, false);
        return flows.at(flows.take());
    }

    @Test
    void telemetryGrowsWithItsCells() {
        Telemetry telemetry = new Telemetry(5);
        assertThat(telemetry.get(1 << 20, 4)).isZero();
        telemetry.set(3, 4, 34);
        telemetry.set(4, 0, 40);
        telemetry.set(1024, 0, 1024);
        telemetry.set(5_000, 2, 52);
        assertThat(telemetry.get(3, 4)).isEqualTo(34);
        assertThat(telemetry.get(4, 0)).isEqualTo(40);
        assertThat(telemetry.get(1024, 0)).isEqualTo(1024);
        assertThat(telemetry.get(5_000, 2)).isEqualTo(52);
        assertThat(telemetry.get(5_000, 3)).isZero();
    }
}
