// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.CongestionSpec;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.FrameSpec;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.RoutingSpec;
import org.etude.spec.network.SwitchSpec;
import org.etude.spec.network.TransportSpec;

/**
 * A random network whose options are unusual, each by itself: link rates that nobody lists, no delay, packets of 64 to 9,000 bytes,
 * tiny and huge buffers, thresholds, windows, intervals and failures, with traffic from one to hundreds of messages of a byte.
 */
public final class OddScenario {
    private static final long GBPS = 1_000_000_000L;

    public final PacketTopology topology;
    public final PacketNetworkSpec spec;
    public final List<Lab.Flow> flows = new ArrayList<>();
    private final Random random;
    private final boolean compat;
    /** Whether nothing is drawn that turns fast-forward off. */
    private final boolean forwarded;

    /** Whether a message is heard of when it has arrived, not when it is acknowledged. */
    private final boolean onArrival;

    private final List<int[]> chains = new ArrayList<>();
    private final List<Long> noises = new ArrayList<>();

    public OddScenario(long seed) {
        // The first numbers of neighbouring seeds are alike.
        random = new Random((seed + 1) * 0x9e3779b97f4a7c15L);
        forwarded = random.nextInt(3) > 0;
        topology = topology();
        spec = spec();
        compat = random.nextInt(3) == 0;
        for (int kinds = 1 + random.nextInt(2); kinds > 0; kinds--) {
            traffic();
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            noises.add((long) random.nextInt(60_000));
        }
        onArrival = !compat && random.nextInt(5) == 0;
    }

    /** The run with fast-forward, or without. */
    public List<String> run(boolean fastForward) {
        return run(fastForward, network -> {});
    }

    /** The run with fast-forward, or without, of a network that is prepared first; an error ends what is observed. */
    public List<String> run(boolean fastForward, Consumer<Lab> prepares) {
        Lab lab = lab(fastForward);
        prepares.accept(lab);
        List<String> all;
        try {
            all = lab.run().all();
        } catch (PacketNetworkException e) {
            all = new ArrayList<>(lab.heard);
            all.addAll(lab.rows());
            all.add(e.getMessage());
        }
        return all;
    }

    /** The network with its traffic, not yet run. */
    public Lab lab(boolean fastForward) {
        Lab lab = new Lab(topology, spec.withFastForward(fastForward), false).flows(flows);
        if (compat) {
            lab.network.hangAsReference();
        } else {
            lab.network.widenFields();
        }
        if (onArrival) {
            lab.network.reportOnArrival();
        }
        chains.forEach(chain -> lab.chain(chain[0], chain[1], chain[2]));
        noises.forEach(lab::noise);
        return lab;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private int any(int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private boolean seldom(int oneOf) {
        return random.nextInt(oneOf) == 0;
    }

    /** What turns fast-forward off, now and then. */
    private boolean turningOff(int oneOf) {
        return !forwarded && seldom(oneOf);
    }

    private long rate() {
        return seldom(6)
                ? 1 + (long) (random.nextDouble() * 2_000 * GBPS)
                : any(1, 8, 25, 40, 100, 100, 200, 400, 400, 800, 1600, 3600, 6400) * GBPS;
    }

    private long delay() {
        return any(0, 0, 1, 7, 100, 500, 700, 700, 5_000, 50_000, 700_000);
    }

    private PacketTopology topology() {
        int hosts = 2 + random.nextInt(7);
        int switches = 1 + random.nextInt(5);
        long rate = rate();
        long delay = delay();
        return switch (random.nextInt(7)) {
            case 0 -> PacketTopologies.fatTree(8, 2, 1 + random.nextInt(4), rate, delay);
            case 1 -> PacketTopologies.twistedTorus(4, 2, 1, rate, delay);
            case 2 -> line(hosts, switches, rate, delay);
            case 3 -> line(hosts, switches, 0, -1);
            case 4 -> direct(hosts, rate, delay);
            case 5 -> rails(rate, delay);
            default -> PacketTopologies.star(hosts, rate, delay);
        };
    }

    /** Hosts at a row of switches; each link its own rate and delay when none is given, now and then two links side by side. */
    private PacketTopology line(int hosts, int switches, long rate, long delay) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(link(hosts + random.nextInt(switches), host, rate, delay));
        }
        for (int at = 1; at < switches; at++) {
            for (int twice = any(1, 1, 2); twice > 0; twice--) {
                links.add(link(hosts + at - 1, hosts + at, rate, delay));
            }
        }
        return new PacketTopology(hosts, switches, links);
    }

    private PacketTopology.Link link(int a, int b, long rate, long delay) {
        double loss = turningOff(20) ? 0.002 : 0;
        return new PacketTopology.Link(a, b, rate == 0 ? rate() : rate, delay < 0 ? delay() : delay, loss);
    }

    private PacketTopology direct(int hosts, long rate, long delay) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int a = 0; a < hosts; a++) {
            for (int b = a + 1; b < hosts; b++) {
                links.add(new PacketTopology.Link(a, b, rate, delay, 0));
            }
        }
        return new PacketTopology(hosts, 0, links);
    }

    /** Two nodes of four hosts with a fast switch each, and a slower rail for each place in a node. */
    private PacketTopology rails(long rate, long delay) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < 8; host++) {
            links.add(new PacketTopology.Link(host, 8 + host / 4, rate * any(1, 9), delay, 0));
            links.add(new PacketTopology.Link(host, 10 + host % 4, rate, delay, 0));
        }
        return new PacketTopology(8, 6, links, any(0, 2));
    }

    private PacketNetworkSpec spec() {
        CongestionControl control = any(List.of(CongestionControl.values()));
        if (forwarded || random.nextBoolean()) {
            control = random.nextBoolean() ? CongestionControl.NONE : CongestionControl.DCQCN;
        }
        boolean sprays = turningOff(3) && (control == CongestionControl.NONE || control == CongestionControl.DCQCN);
        return new PacketNetworkSpec(
                transport(sprays),
                congestion(control),
                switches(sprays),
                routing(),
                turningOff(12) ? 0.001 : 0,
                any(1, 1, 7),
                true,
                List.of());
    }

    private TransportSpec transport(boolean sprays) {
        int payload = any(64, 64, 100, 256, 1000, 1000, 1500, 4096, 9000);
        int chunk = any(0, 4000, 4000, payload, 3 * payload, 12_345);
        long interval = any(
                1,
                1,
                seldom(4) ? payload : 1,
                seldom(4) ? payload - 1 : 1,
                turningOff(2) ? 10_000 : 1,
                turningOff(6) ? 0 : 1);
        return new TransportSpec(
                payload,
                sprays ? 1 : interval,
                chunk,
                !sprays && chunk > 0 && turningOff(8),
                random.nextInt(4) > 0,
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextInt(4) > 0,
                random.nextBoolean(),
                turningOff(5) ? any(1, 5) : 0,
                turningOff(3) ? 20_000_000 : 0,
                seldom(4) ? FrameSpec.simAi() : FrameSpec.reference(),
                seldom(6) ? any(1, 700) : 0,
                seldom(4),
                sprays ? any(1, 3, 64) : 0);
    }

    private CongestionSpec congestion(CongestionControl control) {
        CongestionSpec c = PacketNetworkSpec.shipped().congestion();
        return new CongestionSpec(
                control,
                any(1, 1, 5, 55),
                any(1, 4, 50),
                any(1, 50, 900),
                any(List.of(0.0, 0.00390625, 0.1, 1.0)),
                any(0, 1, 5),
                random.nextBoolean(),
                any(0, 50, 5_000) * 1_000_000L,
                any(0, 100, 20_000) * 1_000_000L,
                any(100, 1_000) * 1_000_000L,
                any(100, 1_000) * 1_000_000L,
                random.nextBoolean(),
                any(List.of(0.3, 0.95, 1.5)),
                any(0, 5),
                any(1, 1, 4),
                random.nextBoolean(),
                random.nextBoolean(),
                any(List.of(1.01, 1.05, 2.0)),
                any(List.of(0.1, 1.0)));
    }

    private SwitchSpec switches(boolean sprays) {
        List<EcnThreshold> marks = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            long low = any(0, 200, 2_000, 20_000, 400_000);
            marks.add(new EcnThreshold(rate(), low, low * any(1, 1, 4, 50), any(List.of(0.0, 0.01, 0.3, 1.0))));
        }
        return new SwitchSpec(
                random.nextInt(5) > 0,
                marks,
                random.nextInt(3) > 0,
                random.nextInt(6) > 0,
                any(List.of(200_000L, 1L << 20, 2L << 20, 32L << 20, 0xffffffffL)),
                any(0, 3, 3, 3, 20),
                Math.min(topology.switches(), seldom(8) ? 1 : 0),
                sprays && random.nextBoolean());
    }

    private RoutingSpec routing() {
        RoutingSpec made = new RoutingSpec(random.nextBoolean(), random.nextBoolean(), seldom(5), List.of());
        for (int failures = seldom(5) ? 1 + random.nextInt(2) : 0; failures > 0; failures--) {
            PacketTopology.Link link = any(topology.links());
            made = made.withFailure(new RoutingSpec.LinkFailure(random.nextInt(40_000), link.a(), link.b()));
        }
        return made;
    }

    private void traffic() {
        switch (random.nextInt(8)) {
            case 7 -> flood();
            case 0 -> some(1, 400_000, 30_000);
            case 1 -> some(1 + random.nextInt(6), 100_000, 20_000);
            case 2 -> incast();
            case 3 -> some(100 + random.nextInt(200), 3, any(1, 50_000));
            case 4 -> everyoneToAll();
            default -> rings();
        }
    }

    private int host() {
        return random.nextInt(topology.hosts());
    }

    private int other(int host) {
        return (host + 1 + random.nextInt(topology.hosts() - 1)) % topology.hosts();
    }

    /** Bytes of which no message has more than 300 packets. */
    private long bytes(int most) {
        return seldom(20)
                ? 0
                : 1 + random.nextInt(Math.min(most, 300 * spec.transport().payloadBytes()));
    }

    private void some(int count, int bytes, int span) {
        for (int i = 0; i < count; i++) {
            int from = host();
            flows.add(new Lab.Flow(from, other(from), bytes(bytes), random.nextInt(span)));
        }
    }

    private void incast() {
        int to = host();
        int apart = any(0, 1, 1_000);
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            flows.add(new Lab.Flow(other(to), to, bytes(150_000), (long) i * apart));
        }
    }

    /** Long messages to one host, which overflow its buffer again and again where no window holds them back. */
    private void flood() {
        int to = host();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            long packets = 300 + random.nextInt(700);
            flows.add(new Lab.Flow(other(to), to, packets * spec.transport().payloadBytes(), random.nextInt(1_000)));
        }
    }

    private void everyoneToAll() {
        long bytes = any(1, 1, 100, 5_000);
        for (int from = 0; from < topology.hosts(); from++) {
            for (int to = 0; to < topology.hosts(); to++) {
                if (to != from) {
                    flows.add(new Lab.Flow(from, to, bytes, 0));
                }
            }
        }
    }

    /** Steps of one ring or several, each of which waits for the last. */
    private void rings() {
        int hosts = topology.hosts();
        long bytes = bytes(any(10, 5_000, 60_000));
        int steps = 1 + random.nextInt(20);
        int wait = any(0, 10, 253, 1_000);
        long apart = random.nextInt(2) * random.nextInt(5_000);
        for (int ring = 1 + random.nextInt(3); ring > 0; ring--) {
            int first = flows.size();
            for (int step = 0; step < steps; step++) {
                for (int host = 0; host < hosts; host++) {
                    flows.add(new Lab.Flow(host, (host + 1) % hosts, bytes, ring * apart));
                    if (step > 0) {
                        int before = first + (step - 1) * hosts + (host + hosts - 1) % hosts;
                        chains.add(new int[] {before, flows.size() - 1, wait});
                    }
                }
            }
        }
    }
}
