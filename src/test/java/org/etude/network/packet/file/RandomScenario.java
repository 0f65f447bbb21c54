// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.RoutingSpec;
import org.etude.spec.network.SwitchSpec;
import org.etude.spec.network.TransportSpec;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/** A random network with random traffic of the kinds in which fast-forward acts, and of those in which it must not. */
public final class RandomScenario {
    private static final long GBPS = 1_000_000_000L;

    private final Random random;
    private final PacketTopology topology;
    private PacketNetworkSpec spec;
    private final List<Lab.Flow> flows = new ArrayList<>();
    private final List<int[]> chains = new ArrayList<>();
    private final List<Long> noises = new ArrayList<>();
    /** Whether a message is heard of when it has arrived, not when it is acknowledged. */
    private final boolean onArrival;

    public RandomScenario(long seed) {
        random = new Random(seed);
        topology = topology();
        spec = spec();
        switch (random.nextInt(5)) {
            case 0 -> single();
            case 1 -> incast();
            case 2 -> pairs();
            default -> rings();
        }
        if (random.nextInt(3) == 0) {
            single();
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            noises.add((long) random.nextInt(60_000));
        }
        onArrival = random.nextInt(3) == 0;
        for (int i = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0; i > 0; i--) {
            Lab.Flow like = any(flows);
            long at = random.nextInt(20_000);
            spec = spec.backgroundFlow(like.from(), like.to(), new Bytes(like.bytes()), Time.ns(at));
        }
    }

    /** The same traffic on the same network, with fast-forward or not. */
    public Lab lab(boolean fastForward) {
        return lab(fastForward, false);
    }

    /** The same with the messages of each pair of hosts in order, or as flows of their own. */
    public Lab lab(boolean fastForward, boolean inOrder) {
        Lab lab = new Lab(topology, spec.withFastForward(fastForward).inOrder(inOrder), false).flows(flows);
        return planned(lab).run();
    }

    /** The same with fast-forward, comparing each state that is known by its trail. */
    public Lab comparingLab(boolean inOrder, Runnable each) {
        Lab lab = new Lab(topology, spec.inOrder(inOrder), false).flows(flows);
        lab.network.compareTrails(each);
        return planned(lab).run();
    }

    /** The same fast-forwarded component by component. */
    public Lab labByComponent(boolean inOrder) {
        Lab lab = new Lab(topology, spec.inOrder(inOrder), false).flows(flows);
        lab.network.forwardByComponent(true);
        return planned(lab).run();
    }

    /** The same on threads, with components sent apart that have at least this number of packet-hops before them. */
    public Lab threadedLab(boolean inOrder, int threads, long worthHops) {
        Lab lab = new Lab(topology, spec.withFastForward(false).inOrder(inOrder), false).flows(flows);
        lab.network.simulateOnThreads(threads, worthHops);
        return planned(lab).run();
    }

    /** The same packet by packet, with a queue for every packet, also where the port would send it at once. */
    public Lab queuingLab() {
        Lab lab = new Lab(topology, spec.withFastForward(false), false).flows(flows);
        lab.network.queueEveryPacket();
        return planned(lab).run();
    }

    private Lab planned(Lab lab) {
        chains.forEach(chain -> lab.chain(chain[0], chain[1], chain[2]));
        noises.forEach(lab::noise);
        if (onArrival) {
            lab.network.reportOnArrival();
        }
        return lab;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private PacketTopology topology() {
        long rate = any(List.of(8L, 25L, 65L, 100L, 200L, 400L)) * GBPS;
        long delay = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1 + random.nextInt(3000);
        return switch (random.nextInt(6)) {
            case 0 -> PacketTopologies.star(2, rate, delay);
            case 1 -> PacketTopologies.fatTree(8, 2, 1 + random.nextInt(3), rate, delay);
            case 2 -> PacketTopologies.twistedTorus(4, 2, 1, rate, delay);
            case 3 -> uneven(rate, delay);
            default -> PacketTopologies.star(2 + random.nextInt(7), rate, delay);
        };
    }

    /** A star whose links differ. */
    private PacketTopology uneven(long rate, long delay) {
        int hosts = 2 + random.nextInt(5);
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(
                    hosts, host, rate * (1 + random.nextInt(2)), delay + random.nextInt(50), 0));
        }
        return new PacketTopology(hosts, 1, links);
    }

    private PacketNetworkSpec spec() {
        PacketNetworkSpec shipped = PacketNetworkSpec.shipped();
        CongestionControl control =
                random.nextInt(3) == 0 ? any(List.of(CongestionControl.values())) : CongestionControl.NONE;
        SwitchSpec switches = shipped.switches()
                .withBuffer(any(List.of(1 << 20, 2 << 20, 32 << 20)))
                .withPfc(random.nextInt(4) > 0);
        if (random.nextInt(3) == 0) {
            // Marks of all packets that wait for more than a few.
            List<EcnThreshold> early = List.of(new EcnThreshold(100 * GBPS, 2_000, 40_000, 0.3));
            switches = new SwitchSpec(
                    true, early, true, switches.pfc(), switches.bufferBytes(), switches.headroomFactor());
        }
        TransportSpec transport = shipped.transport()
                .withPayload(any(List.of(256, 1000, 1000, 4096)))
                .withWindow(random.nextInt(4) > 0)
                .withRetransmit(random.nextInt(12) == 0 ? 200_000 : 0);
        PacketNetworkSpec made =
                shipped.with(control).with(switches).with(transport).withErrorRate(random.nextInt(25) == 0 ? 0.001 : 0);
        if (topology.nodes() == 2 * topology.hosts() && random.nextInt(4) == 0) {
            // A link of the torus, which has other ways.
            int between = topology.hosts() + random.nextInt(topology.links().size() - topology.hosts());
            PacketTopology.Link link = topology.links().get(between);
            return made.with(new RoutingSpec(
                    true,
                    true,
                    true,
                    List.of(new RoutingSpec.LinkFailure(random.nextInt(30_000), link.a(), link.b()))));
        }
        return made;
    }

    private int host() {
        return random.nextInt(topology.hosts());
    }

    private int other(int host) {
        return (host + 1 + random.nextInt(topology.hosts() - 1)) % topology.hosts();
    }

    private void add(int from, int to, long bytes, long at) {
        flows.add(new Lab.Flow(from, to, bytes, at));
    }

    private void single() {
        int from = host();
        add(
                from,
                other(from),
                1 + random.nextInt(random.nextInt(4) == 0 ? 3_000_000 : 300_000),
                random.nextInt(30_000));
    }

    private void incast() {
        int to = host();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            add(other(to), to, 1 + random.nextInt(150_000), random.nextInt(3) * 1000);
        }
    }

    private void pairs() {
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int from = host();
            add(from, other(from), 1 + random.nextInt(150_000), random.nextInt(20_000));
        }
    }

    /** Steps of a ring, each of which waits for the last, in one or several rings at a time. */
    private void rings() {
        int hosts = topology.hosts();
        long bytes = 1 + random.nextInt(random.nextInt(3) == 0 ? 5_000 : 60_000);
        int steps = 1 + random.nextInt(20);
        int wait = any(List.of(0, 10, 253, 1000));
        long apart = random.nextInt(2) * random.nextInt(5000);
        for (int ring = 1 + random.nextInt(3); ring > 0; ring--) {
            int first = flows.size();
            for (int step = 0; step < steps; step++) {
                for (int host = 0; host < hosts; host++) {
                    add(host, (host + 1) % hosts, bytes, ring * apart);
                    if (step > 0) {
                        int before = first + (step - 1) * hosts + (host + hosts - 1) % hosts;
                        chains.add(new int[] {before, flows.size() - 1, wait});
                    }
                }
            }
        }
    }
}
