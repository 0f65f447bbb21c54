// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/** Any collective of any group on any network takes at least as long as its bytes need to leave each host and node. */
class CollectiveFloorProperties {
    private static final List<String> NETWORKS = List.of(
            "switch:8,switch:2",
            "switch:4,switch:4",
            "switch:2,switch:2,switch:4",
            "ring:4,switch:4",
            "fc:4,ring:4",
            "torus:4x4",
            "torus:2x2x4",
            "ring:16",
            "fc:16",
            "switch:16",
            "rail:2x8x2",
            "rail:4x4x1",
            "fattree:4x2x4",
            "dragonfly:2x4x2",
            "mesh:4x4");

    private static final List<CollectiveType> TYPES = List.of(
            CollectiveType.ALL_REDUCE,
            CollectiveType.ALL_GATHER,
            CollectiveType.REDUCE_SCATTER,
            CollectiveType.ALL_TO_ALL);

    private static final List<String> ALGORITHMS = List.of("ring", "direct", "direct2", "halvingDoubling");

    /** Rates of the levels of a network in GB/s, slower outwards. */
    private static LogicalTopology network(String text, double factor) {
        return spec(text, factor).logical();
    }

    private static TopologySpec spec(String text, double factor) {
        TopologySpec spec = TopologyText.parse(text);
        Bandwidth[] rates = new Bandwidth[spec.links().size()];
        Arrays.setAll(rates, l -> Bandwidth.gigabytesPerSecond(factor * 200 / Math.pow(5, l)));
        return spec.bandwidth(rates).latency(Time.ns(700));
    }

    private static Scenario scenario(LogicalTopology network, Random random, CollectiveType type, long bytes) {
        List<Integer> members = new ArrayList<>();
        for (int r = 0; r < network.hosts(); r++) {
            members.add(r);
        }
        Collections.shuffle(members, random);
        List<Integer> group = new ArrayList<>(members.subList(0, 2 + random.nextInt(network.hosts() - 2)));
        if (random.nextInt(3) == 0) {
            group = regular(network, random);
        } else if (random.nextBoolean()) {
            Collections.sort(group);
        }
        List<EtGraph> ranks = new ArrayList<>();
        for (int r = 0; r < network.hosts(); r++) {
            ranks.add(
                    group.contains(r)
                            ? Cases.graph(Cases.grouped(1, type.ordinal(), bytes, "1"))
                            : Cases.graph(Cases.work(1, 1)));
        }
        String name = ALGORITHMS.get(random.nextInt(ALGORITHMS.size()));
        boolean power = Integer.bitCount(group.size()) == 1 && type != CollectiveType.ALL_TO_ALL;
        AlgorithmSpec algorithm = AlgorithmSpec.parse(name.startsWith("halving") && !power ? "ring" : name);
        // A system with fewer algorithms than dimensions reaches a part of the ranks only, as in ASTRA-sim.
        boolean alone = group.size() < network.hosts() && random.nextBoolean();
        AlgorithmSpec[] each = new AlgorithmSpec[alone ? 1 : network.size()];
        Arrays.fill(each, algorithm);
        return Cases.each(network, ranks, Map.of(1, group))
                .system(SystemSpec.builder()
                        .algorithms(each)
                        .splits(1 + random.nextInt(4))
                        .activeChunks(1 + random.nextInt(4))
                        .cutThrough(random.nextBoolean())
                        .build());
    }

    /** Every n-th rank, as groups of parallel training are. */
    private static List<Integer> regular(LogicalTopology network, Random random) {
        int stride = 1 << random.nextInt(3);
        List<Integer> group = new ArrayList<>();
        for (int r = random.nextInt(stride); r < network.hosts(); r += stride) {
            group.add(r);
        }
        return group;
    }

    private static long end(Scenario scenario, Fidelity fidelity) {
        SimulationResult result = Simulator.run(
                scenario.options(scenario.options().fidelity(fidelity).record(SimOptions.Recording.OPS)));
        return Arrays.stream(result.ranks().finish()).max().orElseThrow();
    }

    /** The rate at which a host can send to its group: over all its links of a graph, otherwise along the dimensions in which ranks differ. */
    private static double port(LogicalTopology network, List<Integer> group) {
        int host = group.get(0);
        if (network.physical().isPresent()) {
            return network.physical().get().links().stream()
                    .filter(l -> l.a() == host || l.b() == host)
                    .mapToDouble(l -> l.spec().bandwidth().bytesPerSecond())
                    .sum();
        }
        double sum = 0;
        for (int d = 0; d < network.size(); d++) {
            int dim = d;
            boolean used = group.stream().anyMatch(r -> network.coordinate(r, dim) != network.coordinate(host, dim));
            sum += used ? outwards(network, d) : 0;
        }
        return sum;
    }

    private static double outwards(LogicalTopology network, int dim) {
        int n = network.dims().get(dim).npus();
        double rate = network.dims().get(dim).bandwidth().bytesPerSecond();
        return switch (network.dims().get(dim).kind()) {
            case SWITCH -> rate;
            case FULLY_CONNECTED -> (n - 1) * rate;
            case RING -> Math.min(2, n - 1) * rate;
        };
    }

    /** Bytes that cross the border of a block of this many of a group's ranks, at the least. */
    private static double crossing(CollectiveType type, long bytes, int inside, int all) {
        double outside = all - inside;
        return switch (type) {
            case ALL_REDUCE -> bytes;
            case REDUCE_SCATTER -> bytes * outside / all;
            case ALL_GATHER -> bytes * outside;
            default -> bytes * outside / all * inside;
        };
    }

    private static double floorNs(Scenario scenario, CollectiveType type, long bytes) {
        LogicalTopology network = scenario.topology();
        List<Integer> group = scenario.groups().groups().get(1);
        double most = 0;
        for (int host : group) {
            List<Integer> others = new ArrayList<>(group);
            Collections.swap(others, 0, group.indexOf(host));
            most = Math.max(most, crossing(type, bytes, 1, group.size()) / port(network, others));
        }
        if (network.physical().isPresent() || network.size() == 1) {
            return most * 1e9;
        }
        // Nodes are what the first dimension joins; all others lead out of them.
        int size = network.dims().get(0).npus();
        double out = 0;
        for (int d = 1; d < network.size(); d++) {
            out += size * outwards(network, d);
        }
        for (int node = 0; node < network.hosts() / size; node++) {
            int at = node;
            int inside = (int) group.stream().filter(r -> r / size == at).count();
            if (inside > 0 && inside < group.size()) {
                most = Math.max(most, crossing(type, bytes, inside, group.size()) / out);
            }
        }
        return most * 1e9;
    }

    @Property(tries = 400)
    void neverFasterThanPortsCarryTheBytes(
            @ForAll @IntRange(max = 14) int network,
            @ForAll @IntRange(max = 3) int type,
            @ForAll @IntRange(min = 1_000, max = 50_000_000) int bytes,
            @ForAll long seed) {
        LogicalTopology topology = network(NETWORKS.get(network), 1);
        Scenario scenario = scenario(topology, new Random(seed), TYPES.get(type), bytes);
        double floor = floorNs(scenario, TYPES.get(type), bytes);
        // Messages are of whole bytes and links take whole ns.
        double cut = floor * (1 - 64.0 * topology.hosts() / bytes) - 64;
        Assume.that(scenario.groups().groups().get(1).size() > 1);
        for (Fidelity fidelity : List.of(Fidelity.ANALYTIC, Fidelity.AWARE)) {
            assertThat((double) end(scenario, fidelity))
                    .as("%s of %s on %s, %s", TYPES.get(type), scenario.groups().groups(), topology, fidelity)
                    .isGreaterThanOrEqualTo(fidelity == Fidelity.ANALYTIC ? Math.floor(floor) * (1 - 1e-6) : cut);
        }
    }

    /** Packets carry headers too, so that the same bound holds by far. */
    @Property(tries = 40)
    void packetsTakeAsLongToo(
            @ForAll @IntRange(max = 14) int network,
            @ForAll @IntRange(max = 3) int type,
            @ForAll @IntRange(min = 1_000, max = 400_000) int bytes,
            @ForAll long seed) {
        TopologySpec topology = spec(NETWORKS.get(network), 1);
        Scenario scenario = scenario(topology.logical(), new Random(seed), TYPES.get(type), bytes);
        double floor = floorNs(scenario, TYPES.get(type), bytes);
        double cut = floor * (1 - 64.0 * topology.logical().hosts() / bytes) - 64;
        assertThat(packets(scenario, topology))
                .as("%s of %s on %s", TYPES.get(type), scenario.groups().groups(), topology)
                .isGreaterThanOrEqualTo(cut);
    }

    /** By how much faster a network is when all its links are: never slower, but for a packet's time here and there. */
    @Property(tries = 40)
    void aFasterNetworkOfPacketsOrQueuesIsNeverSlower(
            @ForAll @IntRange(max = 14) int network,
            @ForAll @IntRange(max = 3) int type,
            @ForAll @IntRange(min = 1_000, max = 400_000) int bytes,
            @ForAll @IntRange(min = 2, max = 4) int factor,
            @ForAll long seed) {
        TopologySpec slow = spec(NETWORKS.get(network), 1);
        TopologySpec fast = spec(NETWORKS.get(network), factor);
        Scenario on = scenario(slow.logical(), new Random(seed), TYPES.get(type), bytes);
        Scenario onFast = scenario(fast.logical(), new Random(seed), TYPES.get(type), bytes);
        assertThat(end(onFast, Fidelity.AWARE)).isLessThanOrEqualTo(end(on, Fidelity.AWARE));
        assertThat(packets(onFast, fast)).isLessThanOrEqualTo(packets(on, slow));
    }

    private static double packets(Scenario scenario, TopologySpec topology) {
        return Workload.of(new EtSet("t", scenario.ranks(), scenario.groups(), Report.empty()))
                .simulate(Topology.of(topology), s -> s.fidelity(Fidelity.PACKET))
                .stepTime()
                .toNanos();
    }

    @Property(tries = 200)
    void aFasterNetworkIsNeverSlower(
            @ForAll @IntRange(max = 14) int network,
            @ForAll @IntRange(max = 3) int type,
            @ForAll @IntRange(min = 1_000, max = 50_000_000) int bytes,
            @ForAll @IntRange(min = 101, max = 400) int percent,
            @ForAll long seed) {
        LogicalTopology slow = network(NETWORKS.get(network), 1);
        LogicalTopology fast = network(NETWORKS.get(network), percent / 100.0);
        long before = end(scenario(slow, new Random(seed), TYPES.get(type), bytes), Fidelity.ANALYTIC);
        long after = end(scenario(fast, new Random(seed), TYPES.get(type), bytes), Fidelity.ANALYTIC);
        assertThat(after).isLessThanOrEqualTo(before);
    }
}
