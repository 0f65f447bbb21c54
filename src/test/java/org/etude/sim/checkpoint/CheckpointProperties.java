// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.BusSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.InterDimension;
import org.etude.spec.IntraDimension;
import org.etude.spec.SchedulingPolicy;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.spec.SystemSpecBuilder;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;

/** A run that is stopped and saved at random moments and resumed with new objects gives the same bytes as an uninterrupted one. */
class CheckpointProperties {
    private static final String[] ALGORITHMS = {"ring", "direct", "direct2", "halvingDoubling", "doubleBinaryTree"};
    private static final int[] TYPES = {0, 2, 6, 7};

    @Property(tries = 120)
    void byFormulaAndInOrder(@ForAll long seed) {
        Fidelity fidelity = new Random(seed).nextBoolean() ? Fidelity.ANALYTIC : Fidelity.AWARE;
        check(seed, fidelity);
    }

    @Property(tries = 40)
    void packetByPacket(@ForAll long seed) {
        check(seed, Fidelity.PACKET);
    }

    @Example
    void packetsOfEveryCongestionControl() {
        for (CongestionControl control : CongestionControl.values()) {
            Preemptions.checkSmall(() -> longMessages(control, 60_000), 20_000);
        }
    }

    /** Long enough for the network to repeat itself: most packets are not sent one by one. */
    @Example
    void packetsThatAreFastForwarded() {
        Supplier<Scenario> scenario = () -> longMessages(CongestionControl.NONE, 3_000_000);
        PacketResult plain = PacketSimulation.run(scenario.get());
        assertThat(plain.skippedHops()).isGreaterThan(plain.packetHops() / 2);
        Preemptions.checkSmall(scenario, 500);
        Preemptions.checkSmall(scenario, 50_000);
    }

    private static Scenario longMessages(CongestionControl control, long bytes) {
        List<EtGraph> traces = new ArrayList<>();
        int ranks = 4;
        for (int rank = 0; rank < ranks; rank++) {
            traces.add(Cases.graph(
                    Cases.send(1, (rank + 1) % ranks, bytes, 1),
                    Cases.receive(2, (rank + 3) % ranks, bytes, 1),
                    Cases.work(3, rank, 1, 2),
                    Cases.collective(4, 0, bytes, 3)));
        }
        LogicalTopology topology = new LogicalTopology(
                List.of(new TopologyDim(DimKind.SWITCH, ranks, Bandwidth.gigabytesPerSecond(12.5), 500)));
        Scenario plain = Cases.each(topology, traces);
        PacketSetup packets = plain.packets();
        return plain.options(plain.options().fidelity(Fidelity.PACKET))
                .packets(packets.network(packets.network().with(control)));
    }

    private static void check(long seed, Fidelity fidelity) {
        int preempted = Preemptions.check(() -> new Job(new Random(seed)).scenario(fidelity), new Random(seed));
        Statistics.label("preempted").collect(preempted > 2 ? "often" : preempted > 0 ? "yes" : "no");
    }

    /** Work, memory accesses, collectives of all and of halves, and messages round the ring, over a random system. */
    private static final class Job {
        private final Random random;
        private final int ranks;

        Job(Random random) {
            this.random = random;
            ranks = 1 << 1 + random.nextInt(3);
        }

        Scenario scenario(Fidelity fidelity) {
            boolean alike = random.nextInt(3) == 0;
            long shape = random.nextLong();
            List<EtGraph> traces = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                traces.add(Cases.graph(trace(new Random(shape), rank, alike).toArray(EtNode[]::new)));
            }
            List<EtGraph> all = alike ? Collections.nCopies(ranks, traces.get(0)) : traces;
            Map<Integer, List<Integer>> groups = new TreeMap<>();
            if (!alike) {
                for (int half = 0; half < 2; half++) {
                    List<Integer> members = new ArrayList<>();
                    for (int i = 0; i < ranks / 2; i++) {
                        members.add(2 * i + half);
                    }
                    groups.put(half + 1, members);
                }
            }
            Scenario scenario =
                    Cases.each(topology(), all, groups).system(system()).memory(memory());
            return scenario.options(options(scenario.options().fidelity(fidelity)));
        }

        private SimOptions options(SimOptions plain) {
            return plain.record(SimOptions.Recording.values())
                    .compat(random.nextInt(8) == 0)
                    .stallFree(random.nextInt(4) == 0)
                    .everyDim(random.nextBoolean())
                    .transport(1 + random.nextInt(3), 1, random.nextInt(4) == 0)
                    .symmetry(random.nextBoolean() ? SimOptions.Symmetry.AUTO : SimOptions.Symmetry.OFF)
                    .streams(random.nextBoolean() ? SimOptions.Streams.PER_GROUP : SimOptions.Streams.ONE)
                    .spanning(random.nextBoolean() ? SimOptions.Spanning.HIERARCHICAL : SimOptions.Spanning.FLAT);
        }

        private List<EtNode> trace(Random same, int rank, boolean alike) {
            List<EtNode> trace = new ArrayList<>();
            int steps = 2 + same.nextInt(10);
            for (int step = 0; step < steps; step++) {
                long id = 2L * step + 1;
                long[] after = step == 0 ? new long[0] : new long[] {1 + same.nextInt((int) id - 1)};
                int by = 1 + same.nextInt(ranks - 1);
                long bytes = 1 + same.nextInt(60_000);
                int type = TYPES[same.nextInt(TYPES.length)];
                switch (same.nextInt(alike ? 3 : 5)) {
                    case 0 -> {
                        trace.add(Cases.collective(id, type, bytes, after));
                        trace.add(Cases.work(id + 1, same.nextInt(3), id));
                    }
                    case 1 -> {
                        trace.add(Cases.work(id, alike ? 2 : 1 + rank % 3, after));
                        trace.add(Cases.collective(id + 1, type, bytes, id));
                    }
                    case 3 -> {
                        trace.add(Cases.send(id, (rank + by) % ranks, bytes, step, after));
                        trace.add(Cases.receive(id + 1, (rank + ranks - by) % ranks, bytes, step, after));
                    }
                    case 2 -> {
                        trace.add(access(id, EtNodeType.MEM_LOAD, bytes, after));
                        trace.add(access(id + 1, EtNodeType.MEM_STORE, bytes, id));
                    }
                    default -> {
                        trace.add(Cases.grouped(id, type, bytes, Integer.toString(rank % 2 + 1), after));
                        trace.add(Cases.work(id + 1, same.nextInt(2), after));
                    }
                }
            }
            return trace;
        }

        private static EtNode access(long id, EtNodeType type, long bytes, long... after) {
            return EtNode.of(id, "access_" + id, type, EtAttribute.int64("tensor_size", bytes))
                    .withDataDeps(after);
        }

        private LogicalTopology topology() {
            List<TopologyDim> dims = new ArrayList<>();
            boolean split = ranks > 2 && random.nextBoolean();
            if (split) {
                dims.add(dim(2));
            }
            dims.add(dim(split ? ranks / 2 : ranks));
            return new LogicalTopology(dims);
        }

        private TopologyDim dim(int npus) {
            return new TopologyDim(
                    DimKind.values()[random.nextInt(3)],
                    npus,
                    Bandwidth.gigabytesPerSecond(1 + random.nextInt(3) * 49),
                    100 * random.nextInt(10));
        }

        private RemoteMemorySpec memory() {
            return random.nextBoolean()
                    ? new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 0, 0, 10, 100)
                    : new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NPU_MEMORY_EXPANSION, 0, 0, 10, 100);
        }

        private SystemSpec system() {
            SystemSpecBuilder system = SystemSpec.builder()
                    .algorithms(AlgorithmSpec.parse(ALGORITHMS[random.nextInt(ALGORITHMS.length)]))
                    .policy(SchedulingPolicy.values()[random.nextInt(SchedulingPolicy.values().length)])
                    .intra(IntraDimension.values()[random.nextInt(IntraDimension.values().length)])
                    .inter(InterDimension.values()[random.nextInt(InterDimension.values().length)])
                    .splits(1 + random.nextInt(5))
                    .activeChunks(1 + random.nextInt(3))
                    .endpointDelayNs(random.nextInt(3) * 10L)
                    .localMemoryGBps(random.nextInt(3) * 40)
                    .localBwAware(random.nextBoolean())
                    .cutThrough(random.nextBoolean());
            return random.nextInt(3) == 0
                    ? system.bus(new BusSpec(1, 2, 3, 0.01, 4)).build()
                    : system.build();
        }
    }
}
