// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/** What the analytical networks owe to symmetry: names of ranks and the unit of time do not matter. */
class SymmetryProperties {
    private static final int RANKS = 8;

    /** Whole bytes per ns, so that nothing is truncated. */
    private static final double BYTES_PER_NS = 64;

    private static final long UNIT = 1 << 16;

    private record Network(Fidelity fidelity, DimKind kind) {}

    private static Network network(int number) {
        return new Network(number % 2 == 0 ? Fidelity.ANALYTIC : Fidelity.AWARE, DimKind.values()[number / 2 % 3]);
    }

    /** Work, collectives and messages; every rank has the same kinds of nodes, with times of its own. */
    private static List<List<EtNode>> job(long seed, int slower) {
        Random shape = new Random(seed);
        int nodes = 3 + shape.nextInt(8);
        int[] kind = shape.ints(nodes, 0, 4).toArray();
        int[] step = shape.ints(nodes, 1, RANKS).toArray();
        long[] bytes = shape.longs(nodes, 1, 9).map(n -> n * UNIT).toArray();
        List<List<EtNode>> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            List<EtNode> trace = new ArrayList<>();
            for (int n = 0; n < nodes; n++) {
                long id = 2L * n;
                long[] after = n == 0 ? new long[0] : new long[] {id - 1};
                if (kind[n] == 0) {
                    int from = (rank + RANKS - step[n]) % RANKS;
                    trace.add(Cases.send(id, (rank + step[n]) % RANKS, bytes[n], n, after));
                    trace.add(Cases.receive(id + 1, from, bytes[n], n, id));
                } else if (kind[n] == 1) {
                    trace.add(Cases.collective(id, 0, bytes[n], after));
                    trace.add(Cases.work(id + 1, slower, id));
                } else {
                    trace.add(Cases.work(id, slower * (1 + shape.nextInt(1000)), after));
                    trace.add(Cases.collective(id + 1, kind[n] == 2 ? 2 : 7, bytes[n], id));
                }
            }
            ranks.add(trace);
        }
        return ranks;
    }

    private static long[] finish(List<List<EtNode>> job, Network network, double slower) {
        List<EtGraph> ranks =
                job.stream().map(t -> Cases.graph(t.toArray(EtNode[]::new))).toList();
        LogicalTopology topology = LogicalTopology.of(network.kind, RANKS)
                .bandwidth(new Bandwidth(BYTES_PER_NS / slower * 1e9))
                .latency(Time.ns(512 * slower));
        SystemSpec system = SystemSpec.builder()
                .splits(2)
                .endpointDelayNs((long) (16 * slower))
                .localMemoryGBps(256 / slower)
                .build();
        Scenario scenario = Cases.each(topology, ranks).system(system);
        return Simulator.run(scenario.options(scenario.options().fidelity(network.fidelity)))
                .ranks()
                .finish();
    }

    @Property(tries = 120)
    void everythingTwiceAsSlowTakesTwiceAsLong(
            @ForAll @LongRange(min = 0, max = 1 << 20) long seed, @ForAll @IntRange(min = 0, max = 5) int number) {
        long[] once = finish(job(seed, 1), network(number), 1);
        long[] twice = finish(job(seed, 2), network(number), 2);
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(twice[rank]).isEqualTo(2 * once[rank]);
        }
    }

    @Property(tries = 120)
    void turningTheRingOfRanksTurnsTheTimes(
            @ForAll @LongRange(min = 0, max = 1 << 20) long seed,
            @ForAll @IntRange(min = 0, max = 2) int kind,
            @ForAll @IntRange(min = 1, max = RANKS - 1) int by) {
        Network network = network(2 * kind);
        long[] plain = finish(job(seed, 1), network, 1);
        List<List<EtNode>> job = job(seed, 1);
        List<List<EtNode>> turned = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            turned.add(turn(job.get((rank + by) % RANKS), by));
        }
        long[] after = finish(turned, network, 1);
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(after[rank]).isEqualTo(plain[(rank + by) % RANKS]);
        }
    }

    private static List<EtNode> turn(List<EtNode> trace, int by) {
        return trace.stream()
                .map(node -> node.withAttributes(node.attributes().stream()
                        .map(a -> a.name().equals("comm_dst") || a.name().equals("comm_src")
                                ? EtAttribute.int32(
                                        a.name(), (int) ((((Number) a.value()).intValue() + RANKS - by) % RANKS))
                                : a)
                        .toList()))
                .toList();
    }
}
