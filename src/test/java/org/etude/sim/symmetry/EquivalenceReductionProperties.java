// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.checkpoint.Preemptions;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.SimOptions.Streams;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;

/**
 * Random jobs of ranks in cycles, with messages, groups across cycles and groups of cycles, and many ties: whatever
 * can be reduced gives the result of all ranks, to the last chunk.
 */
class EquivalenceReductionProperties {
    private static final int[] TYPES = {0, 2, 6, 7};
    private static final String[] ALGORITHMS = {"ring", "ring", "direct", "direct", "direct2", "halvingDoubling"};

    @Property(tries = 400)
    void reducedEqualsAllRanks(@ForAll long seed) {
        // Without jobs that are reduced the property would say nothing.
        Statistics.label("reduced").coverage(jobs -> jobs.check("yes").percentage(share -> share > 10));
        Scenario scenario = new Job(new Random(seed)).scenario();
        SimulationResult singly;
        try {
            singly = Simulator.run(scenario.options(scenario.options().symmetry(Symmetry.EXHAUSTIVE)));
        } catch (EtudeException e) {
            Statistics.label("reduced").collect("cannot be run");
            assertThat(EquivalenceRun.run(scenario, "", RunCheckpoint.none()).result())
                    .isEmpty();
            return;
        }
        Optional<SimulationResult> reduced =
                EquivalenceRun.run(scenario, "", RunCheckpoint.none()).result();
        Statistics.label("reduced").collect(reduced.isPresent() ? "yes" : "no");
        reduced.ifPresent(result -> SameResults.check(result, singly));
    }

    /** A run that was reduced to some ranks is resumed as one. */
    @Property(tries = 60)
    void reducedResumesFromCheckpoints(@ForAll long seed) {
        Statistics.label("preempted").coverage(jobs -> jobs.check("yes").percentage(share -> share > 10));
        int preempted = Preemptions.check(() -> new Job(new Random(seed)).scenario(), new Random(seed));
        Statistics.label("preempted").collect(preempted > 0 ? "yes" : "no");
    }

    /** A job drawn op by op: each op is added to all ranks that take part, at every position of the cycles. */
    private static final class Job {
        private final Random random;
        private final EquivalentRanks equivalent;
        private final List<Integer> homes = new ArrayList<>();
        private final List<List<EtNode>> nodes = new ArrayList<>();
        private final Map<Integer, List<Integer>> groups = new TreeMap<>();
        private final int ids;

        Job(Random random) {
            this.random = random;
            int row = 2 + random.nextInt(3);
            int columns = random.nextInt(3) == 0 ? 2 : 1;
            int stride = 1 + random.nextInt(4 - columns);
            int size = row * columns;
            equivalent = new EquivalentRanks(size * stride * (1 + random.nextInt(2)), stride, size, row);
            ids = random.nextInt(8) == 0 ? 495 : 1;
            for (int rank = 0; rank < equivalent.ranks(); rank++) {
                nodes.add(new ArrayList<>());
                if (equivalent.place(rank) == 0) {
                    homes.add(rank);
                }
            }
        }

        Scenario scenario() {
            int ops = 1 + random.nextInt(12);
            for (int i = 0; i < ops; i++) {
                switch (random.nextInt(homes.size() > 1 ? 4 : 2)) {
                    case 0 -> work();
                    case 1 -> {
                        if (equivalent.row() < equivalent.size() && random.nextInt(4) > 0) {
                            lines();
                        } else {
                            cycles();
                        }
                    }
                    case 2 -> across();
                    default -> message(i);
                }
            }
            List<EtGraph> ranks = new ArrayList<>();
            for (List<EtNode> some : nodes) {
                ranks.add(Cases.graph(some.toArray(EtNode[]::new)));
            }
            Scenario scenario = Cases.each(topology(), ranks, groups).system(system());
            return scenario.options(scenario.options()
                    .compat(random.nextInt(6) == 0)
                    .stallFree(random.nextInt(6) == 0)
                    .transport(1 + random.nextInt(3), 1, false)
                    .streams(random.nextInt(3) == 0 ? Streams.PER_GROUP : Streams.ONE));
        }

        /** Dimensions along and across the cycles, some of them joined. */
        private LogicalTopology topology() {
            int high = equivalent.ranks() / equivalent.stride() / equivalent.size();
            List<TopologyDim> dims = new ArrayList<>();
            int npus = 1;
            int columns = equivalent.size() / equivalent.row();
            for (int factor : new int[] {equivalent.stride(), equivalent.row(), columns, high}) {
                if (npus > 1 && factor > 1 && random.nextBoolean()) {
                    dims.add(dim(npus));
                    npus = 1;
                }
                npus *= factor;
            }
            dims.add(dim(npus));
            return new LogicalTopology(dims);
        }

        private TopologyDim dim(int npus) {
            return new TopologyDim(
                    DimKind.values()[random.nextInt(3)],
                    npus,
                    Bandwidth.gigabytesPerSecond(1 + random.nextInt(3) * 49),
                    random.nextInt(4) == 0 ? 0 : 10 * random.nextInt(4) + random.nextInt(2));
        }

        private SystemSpec system() {
            return SystemSpec.builder()
                    .algorithms(AlgorithmSpec.parse(ALGORITHMS[random.nextInt(ALGORITHMS.length)]))
                    .splits(1 + random.nextInt(4))
                    .activeChunks(1 + random.nextInt(4))
                    .endpointDelayNs(random.nextInt(3) * 10L)
                    .localMemoryGBps(random.nextInt(3) * 40)
                    .build();
        }

        private int home() {
            return homes.get(random.nextInt(homes.size()));
        }

        private long[] deps(int rank, long seed) {
            int known = nodes.get(rank).size();
            Random same = new Random(seed);
            return known == 0 || same.nextInt(3) == 0 ? new long[0] : new long[] {1 + same.nextInt(known)};
        }

        private long next(int rank) {
            return nodes.get(rank).size() + 1L;
        }

        private void work() {
            int rank = home();
            long micros = random.nextInt(3);
            long seed = random.nextLong();
            for (int k = 0; k < equivalent.size(); k++) {
                int at = equivalent.moved(rank, k);
                nodes.get(at).add(Cases.work(next(at), micros, deps(at, seed)));
            }
        }

        /** All ranks of one or two cycles, place by place or cycle by cycle; rotating the ranks does not rotate the latter order. */
        private void cycles() {
            int first = home();
            int second = random.nextInt(3) == 0 ? home() : first;
            boolean byPlace = random.nextInt(4) > 0;
            List<Integer> members = new ArrayList<>();
            for (int i = 0; i < 2 * equivalent.size(); i++) {
                int cycle = byPlace ? i % 2 : i / equivalent.size();
                int rank = equivalent.moved(cycle == 0 ? first : second, byPlace ? i / 2 : i % equivalent.size());
                if (!members.contains(rank)) {
                    members.add(rank);
                }
            }
            collective(List.of(members));
        }

        /** The rows of a cycle, or its columns. */
        private void lines() {
            int first = home();
            int row = equivalent.row();
            int columns = equivalent.size() / row;
            boolean along = random.nextBoolean();
            List<List<Integer>> all = new ArrayList<>();
            for (int line = 0; line < (along ? columns : row); line++) {
                List<Integer> members = new ArrayList<>();
                for (int i = 0; i < (along ? row : columns); i++) {
                    members.add(equivalent.moved(first, along ? i + row * line : line + row * i));
                }
                all.add(members);
            }
            collective(all);
        }

        /** A group of some ranks at place 0, and one for each other place. */
        private void across() {
            int some = 2 + random.nextInt(homes.size() - 1);
            List<Integer> members = new ArrayList<>(homes);
            Collections.shuffle(members, random);
            members = members.subList(0, some);
            List<List<Integer>> all = new ArrayList<>();
            for (int k = 0; k < equivalent.size(); k++) {
                int places = k;
                all.add(members.stream().map(r -> equivalent.moved(r, places)).toList());
            }
            collective(all);
        }

        private void collective(List<List<Integer>> sets) {
            int type = TYPES[random.nextInt(TYPES.length)];
            long bytes = 1 + random.nextInt(40_000);
            long seed = random.nextLong();
            for (List<Integer> members : sets) {
                int group = group(members);
                for (int rank : members) {
                    nodes.get(rank)
                            .add(Cases.grouped(next(rank), type, bytes, Integer.toString(group), deps(rank, seed)));
                }
            }
        }

        private int group(List<Integer> members) {
            for (Map.Entry<Integer, List<Integer>> known : groups.entrySet()) {
                if (known.getValue().equals(members)) {
                    return known.getKey();
                }
            }
            int number = groups.size() + ids;
            groups.put(number, members);
            return number;
        }

        private void message(int tag) {
            int from = home();
            int to = home();
            if (from == to) {
                return;
            }
            int skew = random.nextInt(8) == 0 ? 1 : 0;
            long bytes = 1 + random.nextInt(40_000);
            long seed = random.nextLong();
            for (int k = 0; k < equivalent.size(); k++) {
                int sender = equivalent.moved(from, k);
                int receiver = equivalent.moved(to, (k + skew) % equivalent.size());
                nodes.get(sender).add(Cases.send(next(sender), receiver, bytes, tag, deps(sender, seed)));
                nodes.get(receiver).add(Cases.receive(next(receiver), sender, bytes, tag, deps(receiver, seed + 1)));
            }
        }
    }
}
