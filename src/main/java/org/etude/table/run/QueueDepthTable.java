// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import it.unimi.dsi.fastutil.longs.Long2IntRBTreeMap;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.PortStatistics;
import org.etude.report.Progress;
import org.etude.sim.result.PhaseColumns;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Queue depths over time: chunks before the dimensions of the topology, or bytes at ports of a packet network. */
public final class QueueDepthTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "queue_depth", "How much waits in one queue from a time on, by queue and time.")
            .text(
                    "queue",
                    "dim and its number, summed over ranks; group for collectives of groups; or a port, node to node, with its"
                            + " number on the node where several links join the two",
                    Row::queue)
            .text("unit", "chunks or bytes", Row::unit)
            .whole("from_ns", "from when on", Row::fromNs)
            .whole(
                    "depth",
                    "how many wait until the next row of the queue; for a port the most within that time",
                    Row::depth)
            .build();

    private QueueDepthTable() {}

    /** Queued chunks of a simulated run: those that entered a queue but have not started. */
    public static Table of(PhaseColumns phases) {
        TreeMap<Integer, Long2IntRBTreeMap> changes = new TreeMap<>();
        for (int i = 0; i < phases.size(); i++) {
            if (phases.started()[i] > phases.entered()[i]) {
                Long2IntRBTreeMap dim = changes.computeIfAbsent(phases.dim()[i], d -> new Long2IntRBTreeMap());
                dim.addTo(phases.entered()[i], 1);
                dim.addTo(phases.started()[i], -1);
            }
        }
        TableBuilder<Row> rows = SCHEMA.rows();
        changes.forEach((dim, at) -> {
            Progress.checkInterrupted();
            int depth = 0;
            for (var change : at.long2IntEntrySet()) {
                if (change.getIntValue() != 0) {
                    depth += change.getIntValue();
                    rows.add(new Row(dim < 0 ? "group" : "dim " + dim, "chunks", change.getLongKey(), depth));
                }
            }
        });
        return rows.table();
    }

    /**
     * Queued bytes at the ports with the deepest queues.
     *
     * @param most maximum number of ports
     */
    public static Table of(PortRecorder recorder, PortStatistics ports, int most) {
        List<Integer> deepest = new ArrayList<>();
        for (int port = 0; port < ports.size(); port++) {
            if (ports.peakQueueBytes(port) > 0) {
                deepest.add(port);
            }
        }
        deepest.sort((a, b) -> Long.compare(ports.peakQueueBytes(b), ports.peakQueueBytes(a)));
        TableBuilder<Row> rows = SCHEMA.rows();
        for (int port : deepest.subList(0, Math.min(most, deepest.size()))) {
            String queue = name(ports, port);
            for (int span = 0; span < recorder.size(); span++) {
                rows.add(new Row(queue, "bytes", span * recorder.spanNanos(), recorder.peakQueueBytes(port, span)));
            }
        }
        return rows.table();
    }

    private static String name(PortStatistics ports, int port) {
        long links = IntStream.range(0, ports.size())
                .filter(other -> ports.node(other) == ports.node(port) && ports.peer(other) == ports.peer(port))
                .count();
        return ports.node(port) + " to " + ports.peer(port) + (links > 1 ? ", port " + ports.number(port) : "");
    }

    private record Row(String queue, String unit, long fromNs, long depth) {}
}
