// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.queue.LinkUse;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.network.BackgroundFlow;
import org.etude.spec.network.CongestionControl;
import org.etude.table.TableCsv;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.Table;

/** What of the packet network can be chosen, disturbed and watched from Java. */
class PacketOptionsTest {
    /** Four leaves of two hosts under two spines: hosts 0 to 7, leaves 8 to 11, spines 12 and 13. */
    private static final Topology TREE =
            Topology.fatTree(4, 2).bandwidth(gbps(100)).latency(us(1));

    private static final Workload ALL_TO_ALL = Jobs.collective(8, 6, 4 << 20);

    private static long sum(Table table, String column) {
        LongColumn values = table.longColumn(column);
        long sum = 0;
        for (int row = 0; row < values.size(); row++) {
            sum += values.isMissing(row) ? 0 : values.getLong(row);
        }
        return sum;
    }

    @Test
    void aLinkThatFailsSendsTrafficOverTheOtherSpine() {
        Simulation whole = ALL_TO_ALL.simulate(TREE);
        Simulation cut = ALL_TO_ALL.simulate(
                TREE, s -> s.packets(p -> p.linkDown(8, 12, us(20)).retransmitAfter(us(200))));
        assertThat(cut.isComplete()).isTrue();
        assertThat(bytesOver(cut, 8, 12)).isLessThan(bytesOver(whole, 8, 12) / 2);
        assertThat(bytesOver(cut, 8, 13)).isGreaterThan(bytesOver(whole, 8, 13));
        assertThat(sum(cut.ports(), "lost")).isPositive();
        assertThat(cut.flows().rowCount()).isEqualTo(whole.flows().rowCount());
    }

    private static long bytesOver(Simulation sim, int from, int to) {
        LinkUse links = sim.result().links();
        long sum = 0;
        for (int link = 0; link < links.size(); link++) {
            sum += links.from()[link] == from && links.to()[link] == to ? links.bytes()[link] : 0;
        }
        return sum;
    }

    @Test
    void severalLinksFailOneAfterTheOther() {
        assertThatThrownBy(() -> ALL_TO_ALL.simulate(
                        TREE,
                        s -> s.packets(p -> p.linkDown(8, 12, us(20))
                                .linkDown(13, 8, us(40))
                                .retransmitAfter(us(200)))))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("no path is left from host ")
                .hasMessageContaining("after a link failed");
    }

    @Test
    void aLinkThatIsNotThereCannotFail() {
        assertThatThrownBy(() -> ALL_TO_ALL.simulate(TREE, s -> s.packets(p -> p.linkDown(0, 13, us(20)))))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("link 0-13 is to fail but no link joins these nodes")
                .hasMessageContaining("numbered after the 8 hosts");
    }

    @Test
    void aFlowBesideTheJobTakesItsShareOfTheLinks() {
        Topology star = Topology.switched(3).bandwidth(gbps(100)).latency(us(1));
        Workload work = Jobs.incast(3, 4 << 20);
        Simulation alone = work.simulate(star);
        Simulation beside = work.simulate(star, s -> s.packets(p -> p.backgroundFlow(1, 0, mib(4), us(0))));
        // Three flows of 4 MiB into one link instead of two.
        assertThat((double) beside.result().stepNs() / alone.result().stepNs()).isBetween(1.4, 1.6);
        assertThat(beside.flows().rowCount()).isEqualTo(3);
        assertThat(beside.flows().stringColumn("traffic").asList()).containsOnlyOnce("background");
        Simulation singly = work.simulate(
                star, s -> s.packets(p -> p.backgroundFlow(1, 0, mib(4), us(0)).withFastForward(false)));
        assertThat(TableCsv.text(singly.flows())).isEqualTo(TableCsv.text(beside.flows()));
        assertThat(TableCsv.text(singly.ports())).isEqualTo(TableCsv.text(beside.ports()));
    }

    @Test
    void aFlowAfterTheJobDoesNotMakeTheStepLonger() {
        Workload work = Jobs.incast(8, 100_000);
        Simulation alone = work.simulate(TREE);
        Simulation later = work.simulate(TREE, s -> s.packets(p -> p.backgroundFlow(3, 6, mib(1), us(5000))));
        assertThat(later.stepTime()).isEqualTo(alone.stepTime());
        assertThat(later.isComplete()).isTrue();
        Table flows = later.flows();
        int last = flows.rowCount() - 1;
        assertThat(flows.stringColumn("traffic").get(last)).isEqualTo("background");
        assertThat(flows.longColumn("start_ns").getLong(last)).isEqualTo(5_000_000);
        assertThat(later.result().ticks())
                .isGreaterThanOrEqualTo(
                        5_000_000 + flows.longColumn("duration_ns").getLong(last));
    }

    @Test
    void aFlowNeedsTwoHosts() {
        assertThatThrownBy(() -> ALL_TO_ALL.simulate(TREE, s -> s.packets(p -> p.backgroundFlow(0, 8, mib(1), us(0)))))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("from host 0 to host 8 but there are 8 hosts");
        assertThatThrownBy(() -> new BackgroundFlow(1, 1, 5, 0)).hasMessageContaining("1 to 1");
        assertThatThrownBy(() -> new BackgroundFlow(1, 2, 0, 0)).hasMessageContaining("0 bytes at 0 ns");
    }

    @Test
    void lossyLinksEndWhenHostsSendAgain() {
        assertThatThrownBy(() -> ALL_TO_ALL.simulate(TREE.errorRate(0.01))).isInstanceOf(PacketNetworkException.class);
        Simulation again = ALL_TO_ALL.simulate(TREE.errorRate(0.01), s -> s.packets(p -> p.retransmitAfter(us(100))));
        assertThat(again.isComplete()).isTrue();
        assertThat(again.packets().orElseThrow().retransmissions()).isPositive();
    }

    @Test
    void countersOfPortsTellWhatBuffersDid() {
        Workload incast = Jobs.incast(8, 2 << 20);
        Simulation paused = incast.simulate(TREE, s -> s.packets(p -> p.buffer(mib(1))));
        assertThat(sum(paused.ports(), "pauses_sent")).isPositive();
        assertThat(sum(paused.ports(), "pauses_obeyed")).isEqualTo(sum(paused.ports(), "pauses_sent"));
        assertThat(sum(paused.ports(), "paused_ns")).isPositive();
        assertThat(sum(paused.ports(), "drops")).isZero();
        assertThat(paused.summary())
                .contains("0 drops, " + paused.packets().orElseThrow().pauses() + " PFC pauses");
        Simulation dropped = incast.simulate(
                TREE, s -> s.packets(p -> p.buffer(mib(1)).pfc(false).retransmitAfter(us(300))));
        assertThat(sum(dropped.ports(), "drops"))
                .isPositive()
                .isEqualTo(dropped.packets().orElseThrow().drops());
        Simulation marked = incast.simulate(TREE, s -> s.packets(p -> p.congestionControl(CongestionControl.DCQCN)));
        assertThat(sum(marked.ports(), "ecn_marks")).isPositive();
        Simulation unmarked = incast.simulate(
                TREE,
                s -> s.packets(p -> p.congestionControl(CongestionControl.DCQCN).ecn(false)));
        assertThat(sum(unmarked.ports(), "ecn_marks")).isZero();
        assertThat(unmarked.stepTime()).isNotEqualTo(marked.stepTime());
    }

    @Test
    void largerPacketsHaveFewerHeaders() {
        Simulation small = ALL_TO_ALL.simulate(TREE, s -> s.packets(p -> p.payload(bytes(1000))));
        Simulation large = ALL_TO_ALL.simulate(TREE, s -> s.packets(p -> p.payload(bytes(4000))));
        assertThat(sum(large.links(), "sent_bytes")).isLessThan(sum(small.links(), "sent_bytes"));
        assertThat(large.packets().orElseThrow().packetHops())
                .isLessThan(small.packets().orElseThrow().packetHops() / 3);
    }

    @Test
    void theSeriesOfPortsAddUpToTheirCounters() {
        Simulation sim = Jobs.incast(8, 2 << 20).simulate(TREE, s -> s.record(Recording.PORTS));
        Table series = sim.portSeries();
        assertThat(sum(series, "sent_bytes")).isEqualTo(sum(sim.ports(), "sent_bytes"));
        assertThat(series.longColumn("peak_queue_bytes").max())
                .isEqualTo(sim.ports().longColumn("peak_queue_bytes").max());
        assertThat(series.doubleColumn("utilisation_frac").max()).isBetween(0.9, 1.1);
        long span = series.longColumn("span_ns").getLong(0);
        assertThat(series.longColumn("start_ns").max())
                .isLessThanOrEqualTo(sim.result().ticks());
        assertThat(series.longColumn("start_ns").asList()).allMatch(start -> start % span == 0);
        assertThatThrownBy(sim::ops).hasMessageContaining("did not keep ops");
        assertThatThrownBy(() -> ALL_TO_ALL.simulate(TREE).portSeries())
                .hasMessageContaining("did not keep time series of ports");
    }
}
