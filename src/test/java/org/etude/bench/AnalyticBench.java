// SPDX-License-Identifier: Apache-2.0
package org.etude.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtFiles;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Symmetry;

/**
 * Measures the analytical networks.
 *
 * <pre>
 * AnalyticBench run [PART]   in this JVM: a first run, then warm ones; only cases whose name holds PART
 * AnalyticBench write DIR    inputs for whole-process runs through "etude astra-sim --replicate"
 * </pre>
 */
public final class AnalyticBench {
    private static final int WARM = 3;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private AnalyticBench() {}

    /** Runs a verb. */
    public static void main(String[] args) throws IOException {
        if (args.length == 2 && args[0].equals("write")) {
            write(Path.of(args[1]));
        } else if (args.length > 0 && args[0].equals("run")) {
            run(args.length > 1 ? args[1] : "");
        } else {
            System.err.println("AnalyticBench run [PART] | write DIR");
            System.exit(2);
        }
    }

    private static void run(String part) {
        System.out.printf(
                "%-34s %6s %12s %14s %10s %10s%n", "case", "mode", "messages", "finish ns", "first ms", "warm ms");
        EtGraph all = AnalyticJobs.allReduce();
        for (Symmetry symmetry : Symmetry.values()) {
            for (Fidelity network : new Fidelity[] {Fidelity.ANALYTIC, Fidelity.AWARE}) {
                measure("ring-1024-" + network, all, 1024, AlgorithmSpec.RING, network, symmetry, part);
                measure("direct-512-" + network, all, 512, AlgorithmSpec.DIRECT, network, symmetry, part);
            }
            measure("hd-1024", all, 1024, AlgorithmSpec.HALVING_DOUBLING, Fidelity.ANALYTIC, symmetry, part);
            measure("ring-4096", all, 4096, AlgorithmSpec.RING, Fidelity.ANALYTIC, symmetry, part);
            measure(
                    "chain-100k-16",
                    AnalyticJobs.chain(100_000),
                    16,
                    AlgorithmSpec.RING,
                    Fidelity.ANALYTIC,
                    symmetry,
                    part);
            measure("mix-100k-8", AnalyticJobs.mix(100_000), 8, AlgorithmSpec.RING, Fidelity.ANALYTIC, symmetry, part);
            measure(
                    "mix-100k-8-aware",
                    AnalyticJobs.mix(100_000),
                    8,
                    AlgorithmSpec.RING,
                    Fidelity.AWARE,
                    symmetry,
                    part);
            measure("mix-1k-256", AnalyticJobs.mix(1_000), 256, AlgorithmSpec.RING, Fidelity.ANALYTIC, symmetry, part);
            measure("wide-20k-2", AnalyticJobs.wide(20_000), 2, AlgorithmSpec.RING, Fidelity.ANALYTIC, symmetry, part);
        }
        EtGraph step = AnalyticJobs.step();
        for (Fidelity network : new Fidelity[] {Fidelity.ANALYTIC, Fidelity.AWARE}) {
            measure("step-131072-" + network, step, 131_072, AlgorithmSpec.RING, network, Symmetry.AUTO, part);
        }
    }

    private static void measure(
            String name,
            EtGraph trace,
            int ranks,
            AlgorithmSpec algorithm,
            Fidelity network,
            Symmetry symmetry,
            String part) {
        if (!name.toLowerCase(Locale.ROOT).contains(part)) {
            return;
        }
        Scenario scenario = AnalyticJobs.scenario(trace, ranks, algorithm);
        Scenario set = scenario.options(scenario.options().fidelity(network).symmetry(symmetry));
        long[] cpu = new long[1 + WARM];
        SimulationResult result = null;
        for (int i = 0; i < cpu.length && (i == 0 || cpu[0] < 5_000_000_000L); i++) {
            long before = SYSTEM.getProcessCpuTime();
            result = Simulator.run(set);
            cpu[i] = SYSTEM.getProcessCpuTime() - before;
        }
        long best = cpu[0];
        for (long one : cpu) {
            best = one == 0 ? best : Math.min(best, one);
        }
        System.out.printf(
                Locale.ROOT,
                "%-34s %6s %,12d %,14d %10.1f %10.1f%n",
                name.toLowerCase(Locale.ROOT),
                symmetry.name().toLowerCase(Locale.ROOT),
                result.messageCount(),
                result.stepNs(),
                cpu[0] / 1e6,
                best / 1e6);
    }

    private static void write(Path dir) throws IOException {
        Files.createDirectories(dir);
        EtFiles.write(AnalyticJobs.allReduce(), dir.resolve("allreduce.0.et"));
        EtFiles.write(AnalyticJobs.step(), dir.resolve("step.0.et"));
        EtFiles.write(AnalyticJobs.chain(100_000), dir.resolve("chain.0.et"));
        EtFiles.write(AnalyticJobs.mix(100_000), dir.resolve("mix.0.et"));
        for (AlgorithmSpec algorithm :
                new AlgorithmSpec[] {AlgorithmSpec.RING, AlgorithmSpec.DIRECT, AlgorithmSpec.HALVING_DOUBLING}) {
            Files.writeString(
                    dir.resolve(algorithm.wireName() + ".json"),
                    "{\"scheduling-policy\":\"LIFO\",\"endpoint-delay\":10,\"active-chunks-per-dimension\":1,"
                            + "\"preferred-dataset-splits\":4,\"local-mem-bw\":1600,\"all-reduce-implementation\":[\""
                            + algorithm.wireName() + "\"]}\n");
        }
        Files.writeString(dir.resolve("mem.json"), "{\"memory-type\":\"NO_MEMORY_EXPANSION\"}\n");
        for (int ranks : new int[] {8, 16, 512, 1024, 4096, 131_072}) {
            Files.writeString(
                    dir.resolve("switch-" + ranks + ".yml"),
                    "topology: [ Switch ]\nnpus_count: [ " + ranks + " ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        }
    }
}
