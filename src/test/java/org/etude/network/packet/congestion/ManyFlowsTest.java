// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.CongestionSpec;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * 140 flows that share nothing have the rates that each has alone, whatever their slots: state of a flow is kept when arrays grow,
 * is not mixed with another's, and a slot that is used again begins anew. Packets, marks, delays and loads are drawn.
 */
class ManyFlowsTest {
    private static final int FLOWS = 140;
    private static final int STEPS = 12;
    private static final long LINE = 100_000_000_000L;

    /** What happens to one flow at one step. */
    private record Packet(long bytes, long queued, int hops, boolean full, boolean marked) {}

    private static List<Packet> script(Random random) {
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            packets.add(new Packet(
                    random.nextInt(90_000),
                    random.nextInt(3) * 20_000L,
                    1 + random.nextInt(5),
                    i < 2 || random.nextInt(3) > 0,
                    random.nextInt(3) == 0));
        }
        return packets;
    }

    /** Hosts with a link of their own each, so that loads are a flow's own: port 5 x flow + hop. */
    private static final class Network {
        private final EventQueue queue = new EventQueue();
        private final CellPool pool = new CellPool(queue);
        private final Flows flows = new Flows(1, false, false);
        private final int idle = queue.register(argument -> {});
        private final Ports ports;
        private final RateControl control;

        Network(CongestionSpec spec, int links) {
            List<PacketTopology.Link> all = new ArrayList<>();
            for (int i = 0; i < links; i++) {
                all.add(new PacketTopology.Link(2 * i, 2 * i + 1, LINE, 1_000, 0));
            }
            ports = new Ports(
                    new PacketTopology(2 * links, 0, all),
                    PacketNetworkSpec.shipped().transport().frames());
            control = new RateControls()
                    .make(new RateControls.Parts(queue, ports, pool, flows, spec, 1_000, 10_000, flows::setRate));
        }

        int begin() {
            int flow = flows.take();
            flows.at(flow).lineRate = LINE;
            flows.at(flow).window = 125_000;
            flows.at(flow).baseRtt = 10_000;
            flows.at(flow).next = 0;
            flows.setRate(flow, LINE);
            control.begins(flow);
            return flow;
        }

        void pass(long nanos) {
            long until = queue.now() + nanos;
            queue.schedule(until, idle, 0);
            while (queue.nextTick() <= until) {
                queue.step();
            }
        }

        /** Builds a packet of a flow, which leaves this many switches and is acknowledged. */
        void send(int flow, int firstPort, Packet packet) {
            int cell = pool.take();
            pool.cells()[(cell << CellPool.SHIFT) + CellPool.MARKS] = 0;
            control.builds(cell);
            for (int hop = 0; hop < packet.hops; hop++) {
                int port = firstPort + hop;
                ports.at(port).sentBytes += packet.bytes / (hop + 1);
                ports.at(port).queuedBytes = packet.queued;
                control.departs(port, cell);
            }
            long sequence = packet.full ? flows.at(flow).next + 1 : Math.max(1, flows.at(flow).next - 1);
            flows.at(flow).next += packet.full ? 10_000 : 0;
            control.acknowledged(flow, cell, sequence, packet.marked);
            pool.give(cell);
        }
    }

    private static CongestionSpec spec(CongestionControl control, boolean perHop) {
        CongestionSpec c = PacketNetworkSpec.shipped().congestion();
        return new CongestionSpec(
                control,
                c.alphaResumeMicros(),
                c.rateDecreaseMicros(),
                2,
                c.gain(),
                2,
                c.clampTargetRate(),
                c.additiveBps(),
                c.hyperBps(),
                c.minimumBps(),
                c.dctcpBps(),
                true,
                0.95,
                2,
                1,
                perHop,
                false,
                c.pintBase(),
                c.pintProbability());
    }

    private static List<List<Long>> together(CongestionSpec spec, List<List<Packet>> scripts) {
        Network network = new Network(spec, 3 * scripts.size());
        List<List<Long>> rates = new ArrayList<>();
        int[] flows = new int[scripts.size()];
        for (int i = 0; i < flows.length; i++) {
            flows[i] = network.begin();
            rates.add(new ArrayList<>());
        }
        for (int step = 0; step < STEPS; step++) {
            network.pass(5_000);
            for (int i = 0; i < flows.length; i++) {
                network.send(flows[i], 5 * i, scripts.get(i).get(step));
                rates.get(i).add(network.flows.at(flows[i]).rate);
            }
        }
        return rates;
    }

    private static void check(CongestionControl control, boolean perHop, int seed) {
        CongestionSpec spec = spec(control, perHop);
        List<List<Packet>> scripts = new ArrayList<>();
        for (int i = 0; i < FLOWS; i++) {
            scripts.add(script(new Random(31L * seed + i)));
        }
        List<List<Long>> together = together(spec, scripts);
        for (int i = 0; i < FLOWS; i++) {
            List<Long> alone = together(spec, List.of(scripts.get(i))).get(0);
            assertThat(together.get(i)).as("%s, flow %d", control, i).isEqualTo(alone);
        }
        assertThat(together.stream().distinct().count()).as("histories").isGreaterThan(FLOWS / 2);
    }

    @Property(tries = 4)
    void hpccOfOneRate(@ForAll int seed) {
        check(CongestionControl.HPCC, false, seed);
    }

    @Property(tries = 4)
    void hpccOfARatePerHop(@ForAll int seed) {
        check(CongestionControl.HPCC, true, seed);
    }

    @Property(tries = 4)
    void dctcp(@ForAll int seed) {
        check(CongestionControl.DCTCP, false, seed);
    }

    @Property(tries = 4)
    void timelyWhoseRoundTripsAreAllZero(@ForAll int seed) {
        Network network = new Network(spec(CongestionControl.TIMELY, false), 1);
        List<Integer> flows = new ArrayList<>();
        Random random = new Random(seed);
        for (int i = 0; i < FLOWS; i++) {
            flows.add(network.begin());
        }
        // A first round trip tells where a flow stands; then each low one is a step up from a rate that only this flow
        // has.
        int[] cuts = new int[FLOWS];
        for (int flow : flows) {
            network.send(flow, 0, new Packet(0, 0, 1, true, false));
        }
        for (int step = 0; step < 200; step++) {
            int flow = flows.get(random.nextInt(FLOWS));
            int cell = network.pool.take();
            network.control.builds(cell);
            network.pass(1_000_000);
            network.flows.at(flow).next += 10_000;
            network.control.acknowledged(flow, cell, network.flows.at(flow).next, false);
            network.pool.give(cell);
            cuts[flow]++;
        }
        for (int flow : flows) {
            long rate = LINE;
            for (int i = 0; i < cuts[flow]; i++) {
                rate = (long) (rate * (1 - 0.8 * (1 - 500_000.0 / 1_000_000)));
            }
            assertThat(network.flows.at(flow).rate).isEqualTo(Math.max(100_000_000, rate));
        }
    }

    /** Marks cut a flow's own rate alone, and its timers bring it back; the others stay at line rate. */
    @Property(tries = 4)
    void dcqcn(@ForAll int seed) {
        check(CongestionControl.DCQCN, false, seed);
    }
}
