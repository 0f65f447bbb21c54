// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.spec.Scenario;

/**
 * CPU time of golden cases of the packet network in this JVM, reading not included: {@code PacketBench on|off RUNS CASE...},
 * with or without fast-forward. The first run is given next to the best.
 */
public final class PacketBench {
    private PacketBench() {}

    /** Measures and prints one row per case. */
    public static void main(String[] args) {
        boolean closed = args[0].equals("on");
        int runs = Integer.parseInt(args[1]);
        System.out.printf("%-42s %12s %9s %9s %14s%n", "case", "hops", "first s", "best s", "million hops/s");
        for (int i = 2; i < args.length; i++) {
            measure(Path.of(args[i]), closed, runs);
        }
    }

    private static void measure(Path dir, boolean closed, int runs) {
        Scenario read = new PacketCase(dir).scenario();
        Scenario scenario =
                read.packets(read.packets().network(read.packets().network().withFastForward(closed)));
        double first = 0;
        double best = Double.MAX_VALUE;
        long hops = 0;
        for (int run = 0; run < runs; run++) {
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            PacketResult result = PacketSimulation.run(scenario);
            double took = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e9;
            first = run == 0 ? took : first;
            best = Math.min(best, took);
            hops = result.packetHops();
        }
        System.out.printf(
                Locale.ROOT,
                "%-42s %,12d %9.3f %9.3f %14.1f%n",
                dir.getFileName(),
                hops,
                first,
                best,
                hops / best / 1e6);
    }
}
