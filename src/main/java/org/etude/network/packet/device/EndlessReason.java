// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;
import org.etude.report.Counted;
import org.etude.report.EtudeException;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Says which flows send again without end, and at which links. Names nothing that depends on when this was noticed. */
final class EndlessReason {
    private static final int NAMED = 8;

    /** Slots differ with fast-forward. */
    private static final Comparator<PacketFlow> ORDER = Comparator.<PacketFlow>comparingInt(flow -> flow.source)
            .thenComparingInt(flow -> flow.destination)
            .thenComparingInt(flow -> flow.sourcePort);

    private final PacketEngine engine;
    private final Flows flows;
    private final Ports ports;

    EndlessReason(PacketEngine engine) {
        this.engine = engine;
        flows = engine.flows;
        ports = engine.ports;
    }

    /** Go-back-N, of all flows that are not finished. */
    EtudeException resending() {
        List<PacketFlow> all = new ArrayList<>();
        for (int slot = 0; slot < flows.used(); slot++) {
            if (flows.unfinished(slot)) {
                all.add(flows.at(slot));
            }
        }
        all.sort(ORDER);
        List<String> links = new ArrayList<>();
        for (int port = 0; port < ports.count; port++) {
            if (engine.wire.counters.drops[port] > 0) {
                links.add(UnfinishedFlow.portName(ports, port ^ 1));
            }
        }
        String dropped = links.isEmpty() ? "" : "; switches drop packets that come by " + some("link", links);
        return error(
                all,
                Counted.of(all.size(), "flow sends", "flows send")
                        + " the same packets again without end, and nothing new arrives: " + some("flow", names(all))
                        + dropped,
                "it sends the same packets again without end",
                "Limit the bytes in flight by windows (HAS_WIN 1), turn PFC on, or enlarge the buffers (BUFFER_SIZE).");
    }

    /** Trimmed packets of these flows, within one tick. */
    EtudeException circling(BitSet slots) {
        List<PacketFlow> all = new ArrayList<>();
        TreeSet<Integer> instant = new TreeSet<>();
        for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
            PacketFlow flow = flows.at(slot);
            all.add(flow);
            addInstant(flow.path, flows.stride, flow.destination, flow.source, instant);
        }
        all.sort(ORDER);
        List<String> links = new ArrayList<>();
        instant.forEach(link -> links.add(UnfinishedFlow.portName(ports, 2 * link)));
        return error(
                all,
                "trimmed packets of " + Counted.of(all.size(), "flow")
                        + " are answered and sent again without end within one"
                        + " nanosecond, " + engine.queue.now() + " ns: "
                        + some("flow", names(all)) + "; no time is taken by " + some("link", links),
                "its packets are trimmed, answered and sent again in one nanosecond",
                "Give the links a delay of at least 1 ns, enlarge the buffers (BUFFER_SIZE), or turn trimming off.");
    }

    /** Collects the links without delay on the way from a node to another. */
    private void addInstant(int[] path, int base, int from, int to, TreeSet<Integer> links) {
        int node = from;
        for (int hop = 0; node != to && hop < flows.stride; hop++) {
            Port port = ports.at(path[base + hop]);
            if (port.delay == 0) {
                links.add(port.id / 2);
            }
            node = ports.at(port.id ^ 1).node;
        }
    }

    private static EtudeException error(List<PacketFlow> all, String what, String cause, String advice) {
        List<Finding> rows = new ArrayList<>();
        for (PacketFlow flow : all.subList(0, Math.min(all.size(), UnfinishedFlow.MOST_ROWS))) {
            rows.add(UnfinishedFlow.row(flow, "", cause));
        }
        return new PacketNetworkException(what, advice, Report.of(rows), null);
    }

    private static List<String> names(List<PacketFlow> all) {
        return all.stream().map(flow -> flow.source + " -> " + flow.destination).toList();
    }

    private static String some(String what, List<String> names) {
        String listed = String.join(", ", names.subList(0, Math.min(names.size(), NAMED)));
        return what + (names.size() == 1 ? " " : "s ") + listed + (names.size() > NAMED ? ", ..." : "");
    }
}
