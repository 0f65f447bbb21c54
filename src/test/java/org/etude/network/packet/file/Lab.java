// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.network.packet.PacketNetwork;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.PortStatistics;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageListener;
import org.etude.network.queue.Messages;
import org.etude.spec.network.PacketNetworkSpec;

/** A packet network with a plain list of flows on top. */
public final class Lab {
    /** A flow to send. */
    public record Flow(int from, int to, long bytes, long atNanos) {}

    /** A flow that begins some time after another was received. */
    private record Follower(int flow, long afterNanos) {}

    public final EventQueue queue = new EventQueue();
    public final PauseLog pauses = new PauseLog();
    public final PortRecorder recorder = new PortRecorder(64, 1000);
    public final PacketNetwork network;
    public final List<String> heard = new ArrayList<>();
    private final Messages messages;
    private final int sends;
    private final List<Flow> flows = new ArrayList<>();
    private final Map<Integer, List<Follower>> followers = new HashMap<>();
    private final Set<Integer> chained = new HashSet<>();
    private final Map<Integer, Long> announced = new HashMap<>();
    private final int announces =
            queue.register(number -> queue.schedule(flows.get((int) number).atNanos, sends(), number));
    private final int noises = queue.register(at -> heard.add("noise at " + at));

    public Lab(PacketTopology topology, PacketNetworkSpec spec) {
        this(topology, spec, true);
    }

    /** Without a recorder fast-forward may act. */
    public Lab(PacketTopology topology, PacketNetworkSpec spec, boolean recording) {
        Optional<PortRecorder> recorders = recording ? Optional.of(recorder) : Optional.empty();
        network = new PacketNetwork(queue, topology, spec, new PacketObservers(pauses, recorders));
        messages = new Messages(queue, network);
        messages.listen(new MessageListener() {
            @Override
            public void sent(long token) {
                heard.add("sent " + token + " at " + queue.now());
            }

            @Override
            public void received(long token) {
                heard.add("received " + token + " at " + queue.now());
                follow((int) token);
            }
        });
        sends = queue.register(this::send);
    }

    private int sends() {
        return sends;
    }

    private void send(long number) {
        Flow flow = flows.get((int) number);
        int channel = messages.channel((int) number, flow.from, flow.to, flow.bytes);
        messages.send(channel, number);
        messages.receive(channel, number);
    }

    private void follow(int flow) {
        for (Follower next : followers.getOrDefault(flow, List.of())) {
            if (next.afterNanos == 0) {
                send(next.flow);
            } else {
                queue.schedule(queue.now() + next.afterNanos, sends, next.flow);
            }
        }
    }

    /** Lets a flow begin this long after another was received, immediately for 0, instead of at a fixed time. */
    Lab chain(int earlier, int later, long afterNanos) {
        followers.computeIfAbsent(earlier, key -> new ArrayList<>()).add(new Follower(later, afterNanos));
        chained.add(later);
        return this;
    }

    /** Announces a flow only at this time, so that among the events of its tick it comes after those that were known then. */
    public Lab announce(int flow, long atNanos) {
        announced.put(flow, atNanos);
        return this;
    }

    /** An event that does not affect the network. */
    public Lab noise(long atNanos) {
        queue.schedule(atNanos, noises, atNanos);
        return this;
    }

    public Lab flow(int from, int to, long bytes, long atNanos) {
        flows.add(new Flow(from, to, bytes, atNanos));
        return this;
    }

    public Lab flows(List<Flow> more) {
        flows.addAll(more);
        return this;
    }

    /** Runs until no event is left. */
    public Lab run() {
        for (int i = 0; i < flows.size(); i++) {
            if (announced.containsKey(i)) {
                queue.schedule(announced.get(i), announces, i);
            } else if (!chained.contains(i)) {
                queue.schedule(flows.get(i).atNanos, sends, i);
            }
        }
        while (queue.step()) {
            if (queue.fired() > 50_000_000) {
                throw new AssertionError("the run does not end");
            }
        }
        return this;
    }

    /** The rows of fct.txt. */
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < network.flows().size(); row++) {
            rows.add(NetworkFiles.line(network.flows(), row));
        }
        return rows;
    }

    /** Everything observable of a run, in order; of one that was given up what was heard, and why. */
    public List<String> all() {
        List<String> all = new ArrayList<>(heard);
        all.addAll(rows());
        if (network.givenUp().isPresent()) {
            // When a network is given up, and so what its ports did until then, depends on how it is simulated.
            all.add(network.givenUp().get().getMessage());
            return all;
        }
        PortStatistics ports = network.statistics();
        for (int row = 0; row < pauses.size(); row++) {
            all.add(NetworkFiles.line(pauses, ports, row));
        }
        for (int port = 0; port < ports.size(); port++) {
            all.add("port " + port + " " + ports.packets(port) + " " + ports.bytes(port) + " " + ports.busyNanos(port)
                    + " "
                    + ports.peakQueueBytes(port) + " " + ports.marks(port) + " " + ports.drops(port) + " "
                    + ports.lost(port) + " " + ports.arrived(port) + " " + ports.pausesSent(port) + " "
                    + ports.resumesSent(port) + " " + ports.pausesObeyed(port) + " " + ports.pausedNanos(port));
        }
        all.add("end " + queue.now() + " after " + queue.fired() + " events, " + network.packetHops() + " hops, "
                + network.drops() + " drops, " + network.retransmissions() + " sent again");
        network.stall().ifPresent(stall -> all.add(stall.getMessage()));
        return all;
    }

    /** Completion time of the flow between a pair, the first to finish. */
    public long completion(int from, int to) {
        FlowLog log = network.flows();
        for (int row = 0; row < log.size(); row++) {
            if (log.source(row) == from && log.destination(row) == to) {
                return log.completionNanos(row);
            }
        }
        throw new AssertionError("no flow from " + from + " to " + to + " finished");
    }

    public static PacketTopology star(int hosts, int gbps, long delayNanos) {
        return PacketTopologies.star(hosts, gbps * 1_000_000_000L, delayNanos);
    }

    /** The shipped network as its configuration file has it: rates that are not listed are not interpolated. */
    public static PacketNetworkSpec shipped() {
        return PacketNetworkSpec.shipped();
    }

    /** Frames sent, arrived and lost balance; queues are empty; pauses and resumes match. */
    public void assertBalanced() {
        PortStatistics ports = network.statistics();
        for (int port = 0; port < ports.size(); port++) {
            long onTheWay = ports.packets(port) - ports.arrived(port ^ 1) - ports.lost(port ^ 1);
            if (onTheWay != 0) {
                throw new AssertionError("port " + port + ": " + onTheWay + " frames neither arrived nor lost");
            }
            if (ports.pausesSent(port) != ports.resumesSent(port)) {
                throw new AssertionError("port " + port + ": " + ports.pausesSent(port) + " pauses, "
                        + ports.resumesSent(port) + " resumes");
            }
        }
    }
}
