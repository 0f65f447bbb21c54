// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PortStatistics;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** What the tables of ports say of one run must agree. */
class PortTablesTest {
    private static final long GBPS = 1_000_000_000L;

    /** Hosts 0 to 2 send to host 3 at once: its port of the switch carries everything and holds what has to wait. */
    private static Lab incast() {
        return new Lab(Lab.star(4, 100, 1000), Lab.shipped())
                .flow(0, 3, 200_000, 0)
                .flow(1, 3, 200_000, 0)
                .flow(2, 3, 200_000, 0)
                .run();
    }

    private static String key(Row row) {
        return row.getInt("node") + " " + row.getInt("peer") + " " + row.getInt("number");
    }

    @Test
    void spansAddUpToPorts() {
        Lab lab = incast();
        PortStatistics ports = lab.network.statistics();
        Map<String, Long> sent = new TreeMap<>();
        Map<String, Long> peak = new TreeMap<>();
        for (Row row : PortSeriesTable.of(lab.recorder, ports)) {
            sent.merge(key(row), row.getLong("sent_bytes"), Long::sum);
            peak.merge(key(row), row.getLong("peak_queue_bytes"), Math::max);
            double carried = 100.0 * GBPS / 8e9 * row.getLong("span_ns");
            assertThat(row.getDouble("utilisation_frac")).isEqualTo(row.getLong("sent_bytes") / carried, within(1e-12));
            assertThat(row.getLong("start_ns") % row.getLong("span_ns")).isZero();
        }
        Table table = PortsTable.of(ports);
        assertThat(table.rowCount()).isEqualTo(8);
        for (Row row : table) {
            assertThat(sent.get(key(row))).as(key(row)).isEqualTo(row.getLong("sent_bytes"));
            assertThat(peak.get(key(row))).as(key(row)).isEqualTo(row.getLong("peak_queue_bytes"));
        }
    }

    /** The queue to host 3 builds up and drains; it is in every span between, also in those in which it only drains. */
    @Test
    void aQueueIsThereUntilItHasDrained() {
        Lab lab = incast();
        Table depth = QueueDepthTable.of(lab.recorder, lab.network.statistics(), 1);
        assertThat(new TreeSet<>(depth.stringColumn("queue").asList())).containsExactly("4 to 3");
        List<Long> spans = depth.longColumn("depth").asList();
        int last = spans.size() - 1;
        while (spans.get(last) <= 4_000) {
            last--;
        }
        assertThat(spans.subList(0, last + 1).stream().dropWhile(bytes -> bytes == 0))
                .hasSizeGreaterThan(10)
                .doesNotContain(0L);
    }

    /** Two links join the switches 4 and 5: a queue says by which port, and none has the rows of two. */
    @Test
    void parallelLinksHaveQueuesOfTheirOwn() {
        PacketTopology topology = new PacketTopology(
                4,
                2,
                List.of(
                        new PacketTopology.Link(0, 4, 100 * GBPS, 1000, 0),
                        new PacketTopology.Link(1, 4, 100 * GBPS, 1000, 0),
                        new PacketTopology.Link(4, 5, 10 * GBPS, 1000, 0),
                        new PacketTopology.Link(4, 5, 10 * GBPS, 1000, 0),
                        new PacketTopology.Link(5, 2, 100 * GBPS, 1000, 0),
                        new PacketTopology.Link(5, 3, 100 * GBPS, 1000, 0)));
        Lab lab = new Lab(topology, Lab.shipped());
        for (int flow = 0; flow < 24; flow++) {
            lab.flow(flow % 2, 2 + flow / 2 % 2, 20_000, 0);
        }
        Table depth = QueueDepthTable.of(lab.run().recorder, lab.network.statistics(), 20);
        Map<String, Integer> rows = new TreeMap<>();
        depth.stringColumn("queue").forEach(queue -> rows.merge(queue, 1, Integer::sum));
        assertThat(rows).containsKeys("4 to 5, port 4", "4 to 0", "2 to 5").doesNotContainKey("4 to 5");
        assertThat(rows.values()).containsOnly(lab.recorder.size());
    }
}
