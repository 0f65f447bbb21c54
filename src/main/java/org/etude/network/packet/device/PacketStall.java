// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;
import org.etude.report.Counted;
import org.etude.report.EtudeException;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Diagnoses why flows are in flight and yet nothing moves: a cycle of pauses, lost packets, or acknowledgements never
 * sent.
 */
public final class PacketStall {
    private final Ports ports;
    private final CellPool pool;
    private final Flows flows;
    private final SwitchBuffers buffers;
    private final PortCounters counters;
    private final PacketNetworkSpec spec;
    private final long now;
    private final List<Finding> rows = new ArrayList<>();

    /** Examines a network without pending events, at {@code now} in nanoseconds. */
    public PacketStall(
            Ports ports,
            CellPool pool,
            Flows flows,
            SwitchBuffers buffers,
            PortCounters counters,
            PacketNetworkSpec spec,
            long now) {
        this.ports = ports;
        this.pool = pool;
        this.flows = flows;
        this.buffers = buffers;
        this.counters = counters;
        this.spec = spec;
        this.now = now;
    }

    /**
     * Why flows are not finished: the cycle of paused ports or the flows that wait; empty when all are.
     *
     * @param hanging whether messages of 0 bytes hang as in the reference
     */
    public Optional<EtudeException> find(boolean hanging) {
        if (flows.live() == 0) {
            return Optional.empty();
        }
        IntArrayList cycle = cycle();
        listFlows();
        String stopped = Counted.of(flows.live(), "flow") + " stopped at " + now + " ns: ";
        if (!cycle.isEmpty()) {
            return Optional.of(
                    error(
                            stopped + "a cycle of " + cycle.size()
                                    + " paused ports, each waiting for the buffer behind the next: " + names(cycle),
                            "Route without cycles, enlarge the buffers (BUFFER_SIZE), or limit the bytes in flight by windows."));
        }
        int empty = hanging ? empty() : 0;
        if (empty > 0) {
            return Optional.of(error(
                    stopped + empty + " of them are messages of 0 bytes, for which the reference sends no packet and so"
                            + " never hears that they arrived",
                    "Run without --compat, or let every message hold a byte: larger collectives, fewer splits."));
        }
        int overtaken = overtaken();
        if (overtaken > 0) {
            return Optional.of(error(
                    stopped + overtaken + " of them had late packets of a failed path acknowledged after a negative"
                            + " acknowledgement, whereupon the reference counts their window as full indefinitely",
                    "Run without --compat, or set a retransmission timeout."));
        }
        return Optional.of(unanswered(stopped));
    }

    /** Why no acknowledgement comes. */
    private EtudeException unanswered(String stopped) {
        int forgotten = forgotten();
        if (forgotten > 0) {
            return error(
                    stopped + Counted.of(forgotten, "paused port waits", "paused ports wait")
                            + " for a RESUME frame that was lost",
                    "Let no link with PFC lose packets (ERROR_RATE_PER_LINK 0), or turn PFC off.");
        }
        long lost = total(counters.drops) + total(counters.lost);
        if (spec.transport().ackIntervalBytes() == 0 || lost == 0) {
            return error(
                    stopped + "their last bytes are never acknowledged (L2_ACK_INTERVAL "
                            + spec.transport().ackIntervalBytes() + ", L2_CHUNK_SIZE "
                            + spec.transport().chunkBytes() + ", L2_BACK_TO_ZERO "
                            + (spec.transport().backToZero() ? 1 : 0) + ")",
                    spec.transport().ackIntervalBytes() == 0
                            ? "Set L2_ACK_INTERVAL to 1: with 0 no acknowledgement counts."
                            : "Set L2_ACK_INTERVAL to 1 and L2_BACK_TO_ZERO to 0, or a retransmission timeout.");
        }
        String ofThese = lost + " packets were lost, " + total(counters.drops) + " of them dropped by full buffers";
        if (spec.transport().retransmitNanos() > 0) {
            return error(
                    stopped + "no acknowledgement came in " + RetransmissionTimer.MOST_ROUNDS
                            + " retransmission timeouts (" + ofThese + ")",
                    "Lose less, leave a path between all hosts, enlarge BUFFER_SIZE or HEADROOM_FACTOR, or raise the timeout.");
        }
        return error(
                stopped + "the last packets of each, or their acknowledgements, are among the " + lost + " lost ("
                        + total(counters.drops) + " dropped by full buffers), and are never resent",
                "Set a retransmission timeout, turn PFC on, or enlarge BUFFER_SIZE or HEADROOM_FACTOR.");
    }

    /** Counts ports that are paused although their peer has asked them to resume. */
    private int forgotten() {
        int count = 0;
        for (int port = 0; port < ports.count; port++) {
            count += ports.at(port).paused && !ports.at(port).down && !ports.at(port ^ 1).pausing ? 1 : 0;
        }
        return count;
    }

    private PacketNetworkException error(String what, String advice) {
        return new PacketNetworkException(what, advice, Report.of(rows), null);
    }

    private static long total(long[] column) {
        long sum = 0;
        for (long value : column) {
            sum += value;
        }
        return sum;
    }

    /** Counts flows with more bytes acknowledged than sent. */
    private int overtaken() {
        int count = 0;
        for (int flow = 0; flow < flows.used(); flow++) {
            count += flows.unfinished(flow) && flows.at(flow).next < flows.at(flow).acknowledged ? 1 : 0;
        }
        return count;
    }

    private int empty() {
        int count = 0;
        for (int flow = 0; flow < flows.used(); flow++) {
            count += flows.unfinished(flow) && flows.at(flow).empty ? 1 : 0;
        }
        return count;
    }

    private void listFlows() {
        for (int slot = 0; slot < flows.used() && rows.size() < UnfinishedFlow.MOST_ROWS; slot++) {
            if (flows.unfinished(slot)) {
                PacketFlow flow = flows.at(slot);
                rows.add(UnfinishedFlow.row(flow, ", " + flow.next + " sent", "nothing of it is in flight"));
            }
        }
    }

    /** A cycle of paused ports, where the packets of each wait for the next; empty when there is none. */
    private IntArrayList cycle() {
        int[] state = new int[ports.count];
        for (int port = 0; port < ports.count; port++) {
            if (ports.at(port).paused && state[port] == 0) {
                IntArrayList found = walk(port, state);
                if (!found.isEmpty()) {
                    list(found);
                    return found;
                }
            }
        }
        return new IntArrayList();
    }

    /** Depth-first search without recursion: 1 is on the current path, 2 is done. */
    private IntArrayList walk(int start, int[] state) {
        IntArrayList path = new IntArrayList();
        List<IntArrayList> open = new ArrayList<>();
        path.add(start);
        open.add(blockers(start));
        state[start] = 1;
        while (!path.isEmpty()) {
            IntArrayList left = open.get(open.size() - 1);
            if (left.isEmpty()) {
                open.remove(open.size() - 1);
                state[path.removeInt(path.size() - 1)] = 2;
                continue;
            }
            int next = left.removeInt(left.size() - 1);
            if (state[next] == 1) {
                return new IntArrayList(path.subList(path.indexOf(next), path.size()));
            }
            if (state[next] == 0) {
                state[next] = 1;
                path.add(next);
                open.add(blockers(next));
            }
        }
        return path;
    }

    /** The paused ports at the far end whose queues hold what came in through this one. */
    private IntArrayList blockers(int port) {
        IntArrayList found = new IntArrayList();
        int peer = port ^ 1;
        if (!ports.at(peer).pausing) {
            return found;
        }
        for (int other = 0; other < ports.count; other++) {
            if (ports.at(other).node == ports.at(peer).node && ports.at(other).paused && holds(other, peer)) {
                found.add(other);
            }
        }
        return found;
    }

    private boolean holds(int port, int ingress) {
        for (int cell = ports.at(port).dataHead; cell >= 0; cell = pool.cells()[cell << CellPool.SHIFT]) {
            if (pool.cells()[(cell << CellPool.SHIFT) + CellPool.PORT] == ingress) {
                return true;
            }
        }
        return false;
    }

    private void list(IntArrayList cycle) {
        for (int i = 0; i < cycle.size(); i++) {
            int port = cycle.getInt(i);
            int next = cycle.getInt((i + 1) % cycle.size());
            rows.add(new Finding(
                    Finding.Level.ERROR,
                    "simulate",
                    -1,
                    name(port),
                    "paused for " + (now - counters.pausedSince[port]) + " ns with " + ports.at(port).queuedBytes
                            + " bytes waiting",
                    "node " + ports.at(port ^ 1).node + " is full of packets that wait for " + name(next),
                    "no port of the cycle can send again"));
        }
    }

    private String names(IntArrayList cycle) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(cycle.size(), 8); i++) {
            text.append(i == 0 ? "" : " -> ").append(name(cycle.getInt(i)));
        }
        return cycle.size() > 8 ? text.append(" -> ...").toString() : text.toString();
    }

    private String name(int port) {
        return UnfinishedFlow.portName(ports, port);
    }
}
