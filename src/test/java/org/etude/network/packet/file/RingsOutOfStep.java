// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.parallel.ThreadedWork;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;

/**
 * Rings of 8 hosts, each under a switch of its own, in step with each other or not: how much fast-forward skips, its CPU
 * time, and how far apart the ticks are in which a flow begins or ends (docs/benchmarks/packet.md).
 */
final class RingsOutOfStep {
    private static final int RING = 8;
    private static final long RATE = 400_000_000_000L;
    private static final long DELAY = 500;
    private static final long BYTES = 500_000;
    private static final long REDUCTION = 253;
    private static final int RUNS = 3;

    private final PacketTopology topology;
    private final List<Lab.Flow> flows = new ArrayList<>();
    private final List<int[]> chains = new ArrayList<>();

    /**
     * Plans rings.
     *
     * @param larger by how many bytes the messages of each ring exceed those of the one before
     * @param later by how many ns each ring begins after the one before
     */
    private RingsOutOfStep(int rings, int steps, long larger, long later) {
        List<PacketTopology.Link> links = new ArrayList<>();
        int hosts = rings * RING;
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(host, hosts + host / RING, RATE, DELAY, 0));
        }
        for (int ring = 0; ring < rings; ring++) {
            links.add(new PacketTopology.Link(hosts + ring, hosts + rings, RATE, DELAY, 0));
            plan(ring * RING, steps, BYTES + ring * larger, ring * later);
        }
        topology = new PacketTopology(hosts, rings + 1, links);
    }

    private void plan(int first, int steps, long bytes, long at) {
        for (int step = 0; step < steps; step++) {
            for (int host = 0; host < RING; host++) {
                if (step > 0) {
                    int before = flows.size() - host - RING + (host + RING - 1) % RING;
                    chains.add(new int[] {before, flows.size()});
                }
                flows.add(new Lab.Flow(first + host, first + (host + 1) % RING, bytes, at));
            }
        }
    }

    private Lab run(boolean fastForward) {
        Lab lab = new Lab(topology, Lab.shipped().withFastForward(fastForward), false).flows(flows);
        chains.forEach(chain -> lab.chain(chain[0], chain[1], REDUCTION));
        return lab.run();
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static int ticksWithActs(FlowLog log) {
        TreeSet<Long> ticks = new TreeSet<>();
        for (int row = 0; row < log.size(); row++) {
            ticks.add(log.startNanos(row));
            ticks.add(log.startNanos(row) + log.completionNanos(row));
        }
        return ticks.size();
    }

    private void print(String name) {
        for (boolean fastForward : new boolean[] {false, true}) {
            double best = Double.MAX_VALUE;
            Lab lab = null;
            for (int i = 0; i < RUNS; i++) {
                long before = cpuNanos();
                lab = run(fastForward);
                best = Math.min(best, (cpuNanos() - before) / 1e9);
            }
            long hops = lab.network.packetHops();
            int acts = ticksWithActs(lab.network.flows());
            System.out.printf(
                    Locale.ROOT,
                    "%-34s %-3s %,12d hops, %5.1f %% skipped, %.3f s; %d ns and %,d hops between acts%n",
                    name,
                    fastForward ? "on" : "off",
                    hops,
                    100.0 * lab.network.skippedHops() / hops,
                    best,
                    lab.queue.now() / acts,
                    hops / acts);
        }
    }

    /** The threads on which components are simulated are compared with one, packet by packet. */
    private void printThreads(String name, CongestionControl control, int threads) {
        for (int count : new int[] {1, threads}) {
            double cpu = Double.MAX_VALUE;
            double own = Double.MAX_VALUE;
            double wall = Double.MAX_VALUE;
            Lab lab = null;
            for (int i = 0; i < RUNS; i++) {
                lab = new Lab(topology, Lab.shipped().with(control).withFastForward(false), false).flows(flows);
                for (int[] chain : chains) {
                    lab.chain(chain[0], chain[1], REDUCTION);
                }
                lab.network.simulateOnThreads(count);
                long before = System.nanoTime();
                long cpuBefore = allThreadsNanos();
                long ownBefore = cpuNanos();
                lab.run();
                wall = Math.min(wall, (System.nanoTime() - before) / 1e9);
                cpu = Math.min(cpu, (allThreadsNanos() - cpuBefore) / 1e9);
                own = Math.min(own, (cpuNanos() - ownBefore) / 1e9);
            }
            long hops = lab.network.packetHops();
            System.out.printf(
                    Locale.ROOT,
                    "%-34s %-5s %2d threads %,12d hops, %.3f s, CPU %.3f s, of this thread %.3f s; %s%n",
                    name,
                    control,
                    count,
                    hops,
                    wall,
                    cpu,
                    own,
                    lab.network.threadedWork().map(ThreadedWork::toString).orElse(""));
        }
    }

    private static long allThreadsNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Prints one row per job with fast-forward off, and one with it on. */
    public static void main(String[] args) {
        if (args.length > 0) {
            int threads = Integer.parseInt(args[0]);
            for (CongestionControl control : List.of(CongestionControl.NONE, CongestionControl.HPCC)) {
                new RingsOutOfStep(4, 100, 0, 0).printThreads("4 rings, in step", control, threads);
                new RingsOutOfStep(4, 100, 77_000, 1237).printThreads("4 rings of different sizes", control, threads);
                new RingsOutOfStep(16, 25, 0, 0).printThreads("16 rings, in step", control, threads);
                new RingsOutOfStep(16, 25, 17_000, 1237).printThreads("16 rings of different sizes", control, threads);
            }
            return;
        }
        new RingsOutOfStep(1, 200, 0, 0).print("1 ring");
        new RingsOutOfStep(4, 200, 0, 0).print("4 rings, in step");
        new RingsOutOfStep(4, 200, 0, 1237).print("4 rings, 1,237 ns apart");
        new RingsOutOfStep(2, 200, 77_000, 1237).print("2 rings of different sizes");
        new RingsOutOfStep(4, 200, 77_000, 1237).print("4 rings of different sizes");
        new RingsOutOfStep(16, 50, 17_000, 1237).print("16 rings of different sizes");
    }
}
