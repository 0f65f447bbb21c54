// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;

/** Random flows of thousands of packets, some of which begin when others end, under a congestion control. */
final class LongFlows {
    private static final long GBPS = 1_000_000_000L;
    private static final int HOSTS = 8;

    private final PacketTopology topology;
    private final PacketNetworkSpec spec;
    private final List<Lab.Flow> flows = new ArrayList<>();
    private final List<int[]> chains = new ArrayList<>();

    LongFlows(long seed, CongestionControl control, boolean marks) {
        Random random = new Random(seed);
        long rate = List.of(25L, 100L, 400L).get(random.nextInt(3)) * GBPS;
        long delay = 100 + random.nextInt(2000);
        topology = random.nextBoolean()
                ? PacketTopologies.star(HOSTS, rate, delay)
                : PacketTopologies.fatTree(HOSTS, 2, 2, rate, delay);
        PacketNetworkSpec shipped = PacketNetworkSpec.shipped();
        spec = shipped.with(control)
                .with(shipped.transport().withPayload(random.nextBoolean() ? 1000 : 4096))
                .with((marks ? early(shipped.switches()) : shipped.switches()).withPfc(random.nextInt(4) > 0));
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            int from = random.nextInt(HOSTS);
            int to = (from + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
            flows.add(new Lab.Flow(from, to, 2_000_000 + random.nextInt(20_000_000), random.nextInt(50_000)));
            if (random.nextInt(3) == 0) {
                flows.add(new Lab.Flow(to, from, 2_000_000 + random.nextInt(10_000_000), 0));
                chains.add(new int[] {flows.size() - 2, flows.size() - 1, random.nextInt(5000)});
            }
        }
    }

    /** Marks from 20 kB of queue on, where the shipped thresholds are several times that. */
    private static SwitchSpec early(SwitchSpec switches) {
        return new SwitchSpec(
                true,
                List.of(new EcnThreshold(100 * GBPS, 20_000, 200_000, 0.2)),
                true,
                switches.pfc(),
                switches.bufferBytes(),
                switches.headroomFactor());
    }

    /** Runs the flows, with the first of them delayed by this much. */
    Lab lab(long laterNanos) {
        Lab.Flow first = flows.get(0);
        List<Lab.Flow> moved = new ArrayList<>(flows);
        moved.set(0, new Lab.Flow(first.from(), first.to(), first.bytes(), first.atNanos() + laterNanos));
        Lab lab = new Lab(topology, spec, false).flows(moved);
        chains.forEach(chain -> lab.chain(chain[0], chain[1], chain[2]));
        return lab.run();
    }

    /** Completion times by hosts, port and size. */
    static Map<String, Long> times(Lab lab) {
        FlowLog log = lab.network.flows();
        Map<String, Long> times = new TreeMap<>();
        for (int row = 0; row < log.size(); row++) {
            String name =
                    log.source(row) + " " + log.destination(row) + " " + log.sourcePort(row) + " " + log.bytes(row);
            times.put(name, log.completionNanos(row));
        }
        return times;
    }

    /** The largest relative difference of a completion time. */
    static double difference(Lab one, Lab other) {
        Map<String, Long> times = times(one);
        Map<String, Long> found = times(other);
        if (!times.keySet().equals(found.keySet())) {
            return Double.POSITIVE_INFINITY;
        }
        return times.entrySet().stream()
                .mapToDouble(flow -> Math.abs(found.get(flow.getKey()) - flow.getValue()) / (double) flow.getValue())
                .max()
                .orElse(0);
    }
}
