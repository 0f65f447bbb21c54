// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;

/**
 * Groups of hosts, each under a switch of its own or under two, whose rings are in step with those of other groups, nearly, or not
 * at all; now and then a message goes from one group to another.
 */
public final class RandomGroups {
    private static final long GBPS = 1_000_000_000L;
    private static final int HEADERS = 36;

    private final Random random;
    private final boolean atOnce;
    private final int groups;
    private final int size;
    private final int payload;
    private final PacketTopology topology;
    private final PacketNetworkSpec spec;
    private final List<Lab.Flow> flows = new ArrayList<>();
    private final List<int[]> chains = new ArrayList<>();
    private final List<Long> noises = new ArrayList<>();
    /** Whether a message is heard of when it has arrived, not when it is acknowledged. */
    private final boolean onArrival;

    public RandomGroups(long seed) {
        this(seed, false);
    }

    /** If so, on links on which an acknowledgement arrives in the tick in which it is sent. */
    public RandomGroups(long seed, boolean atOnce) {
        this.atOnce = atOnce;
        random = new Random(seed);
        groups = 2 + random.nextInt(4);
        size = 2 + random.nextInt(4);
        payload = any(256, 1000, 1000, 4096);
        topology = topology();
        spec = spec();
        long bytes = 2_000L + random.nextInt(60_000);
        long larger = any(0, 0, 1, 1000, 4_321, 17_000);
        long later = any(0, 0, 1, 17, 253, 1_237);
        int wait = any(0, 0, 10, 253, 1000);
        int steps = 3 + random.nextInt(12);
        for (int group = 0; group < groups; group++) {
            ring(group, steps, bytes + group * larger, group * later, wait);
        }
        long span = bytes * steps * 4;
        for (int i = any(0, 0, 1, 3, 10, 30); i > 0; i--) {
            across(steps, Math.max(1, span / any(1, 10, 100)));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            noises.add((long) random.nextInt(60_000));
        }
        onArrival = random.nextInt(3) == 0;
    }

    private int any(int... of) {
        return of[random.nextInt(of.length)];
    }

    private PacketTopology topology() {
        List<PacketTopology.Link> links = new ArrayList<>();
        int hosts = groups * size;
        long rate = (atOnce ? any(3600, 6400) : any(25, 100, 200, 400, 400, 3600)) * GBPS;
        // Where a delay is a multiple of what a packet takes, packets of different groups keep meeting in one tick.
        long packet = (payload + HEADERS) * 8 * GBPS / rate;
        long delay = atOnce ? 0 : random.nextBoolean() ? packet * random.nextInt(20) : any(0, 1, 100, 500, 700, 5000);
        int spread = any(0, 0, 0, 40);
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(
                    host, hosts + host / size, rate, delay + (spread == 0 ? 0 : random.nextInt(spread)), 0));
        }
        long up = rate * any(1, 1, 2);
        for (int group = 0; group < groups; group++) {
            links.add(new PacketTopology.Link(hosts + group, hosts + groups, up, delay, 0));
        }
        return new PacketTopology(hosts, groups + 1, links);
    }

    private PacketNetworkSpec spec() {
        PacketNetworkSpec shipped = PacketNetworkSpec.shipped();
        CongestionControl control = any(0, 0, 1) == 0 ? CongestionControl.NONE : CongestionControl.DCQCN;
        SwitchSpec switches =
                shipped.switches().withBuffer(any(1 << 20, 2 << 20, 32 << 20)).withPfc(random.nextInt(4) > 0);
        if (random.nextInt(4) == 0) {
            long low = any(10_000, 40_000, 100_000);
            List<EcnThreshold> early = List.of(new EcnThreshold(100 * GBPS, low, 4 * low, 0.3));
            switches = new SwitchSpec(
                    true, early, true, switches.pfc(), switches.bufferBytes(), switches.headroomFactor());
        }
        return shipped.with(control)
                .with(switches)
                .with(shipped.transport().withPayload(payload).withWindow(random.nextInt(5) > 0));
    }

    private void ring(int group, int steps, long bytes, long at, int wait) {
        int first = flows.size();
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < size; i++) {
                flows.add(new Lab.Flow(group * size + i, group * size + (i + 1) % size, bytes, at));
                if (step > 0) {
                    int before = first + (step - 1) * size + (i + size - 1) % size;
                    chains.add(new int[] {before, flows.size() - 1, wait});
                }
            }
        }
    }

    /** A message between two groups, at some time or when a message of a ring has arrived. */
    private void across(int steps, long span) {
        int from = random.nextInt(groups * size);
        int to = (from + size * (1 + random.nextInt(groups - 1))) % (groups * size);
        long bytes = 1 + random.nextInt(random.nextInt(3) == 0 ? 400_000 : 20_000);
        flows.add(new Lab.Flow(from, to, bytes, random.nextInt((int) Math.min(span, 1 << 30))));
        if (random.nextBoolean()) {
            chains.add(new int[] {random.nextInt(groups * size * steps), flows.size() - 1, random.nextInt(2) * 100});
        }
    }

    /** The same traffic on the same network packet by packet. */
    public Lab plainLab() {
        return planned(new Lab(topology, spec.withFastForward(false), false));
    }

    /** The same fast-forwarded component by component, with a check of the order of events. */
    public Lab checkedLab() {
        Lab lab = new Lab(topology, spec, false);
        lab.network.forwardByComponent(true);
        lab.network.compareTrails(() -> {});
        return planned(lab);
    }

    /** The same packet by packet with another congestion control. */
    public Lab plainLab(CongestionControl control) {
        return planned(new Lab(topology, spec.with(control).withFastForward(false), false));
    }

    /** The same on threads, with components sent apart that have at least this number of packet-hops before them. */
    public Lab threadedLab(CongestionControl control, int threads, long worthHops) {
        Lab lab = new Lab(topology, spec.with(control).withFastForward(false), false);
        lab.network.simulateOnThreads(threads, worthHops);
        return planned(lab);
    }

    private Lab planned(Lab lab) {
        lab.flows(flows);
        chains.forEach(chain -> lab.chain(chain[0], chain[1], chain[2]));
        noises.forEach(lab::noise);
        if (onArrival) {
            lab.network.reportOnArrival();
        }
        return lab.run();
    }
}
