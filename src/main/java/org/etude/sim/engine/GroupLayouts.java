// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.Arrays;
import java.util.List;
import org.etude.collective.Algorithms;
import org.etude.sim.collective.LogicalDims;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;

/**
 * Lays groups out over the dimensions of the network. A group whose ranks fill a box (the same number of them in every
 * node, and so on upwards) has one level per dimension in which they differ. The k-th ranks of all nodes then exchange
 * data, so that every rank uses its own port out of the node. Where nodes hold different numbers of ranks, the lower
 * levels become one ring that visits node after node.
 */
public final class GroupLayouts {
    private static final int SEVERAL = 2;

    private final LogicalTopology topology;
    private final SystemSpec system;
    private final boolean hierarchical;
    private final Replacements replacements;

    /** Notified of algorithms that the system lists and a group cannot run. */
    @FunctionalInterface
    interface Replacements {
        /**
         * A ring replaces an algorithm.
         *
         * @param dim the dimension the algorithm is listed for
         * @param ranks how many ranks of a group differ along it
         */
        void byRing(CollectiveType kind, AlgorithmSpec listed, int dim, int ranks, String why);
    }

    /** Creates the layouts of a scenario's groups; each is computed on demand. */
    public GroupLayouts(Scenario scenario) {
        this(scenario, (kind, listed, dim, ranks, why) -> {});
    }

    /** Like the other constructor, with notification of every replaced algorithm. */
    GroupLayouts(Scenario scenario, Replacements replacements) {
        this.replacements = replacements;
        topology = scenario.topology();
        system = scenario.system();
        hierarchical = scenario.options().hierarchical();
    }

    /** The layout of a collective among ranks in list order; O(n log n). */
    public GroupLayout of(int[] members, CollectiveType kind) {
        if (!hierarchical) {
            return flat(members, asReference(kind));
        }
        return crosses(members)
                ? box(members, kind)
                : flat(members, algorithm(kind, dimension(members), members.length));
    }

    /** Whether ranks differ in more than one dimension. */
    boolean crosses(int[] members) {
        int differing = 0;
        for (int d = 0; d < topology.size(); d++) {
            int dim = d;
            int first = topology.coordinate(members[0], dim);
            differing += Arrays.stream(members).anyMatch(r -> topology.coordinate(r, dim) != first) ? 1 : 0;
        }
        return differing >= SEVERAL;
    }

    /** The only dimension along which ranks differ. */
    private int dimension(int[] members) {
        int dim = 0;
        while (dim < topology.size() - 1
                && topology.coordinate(members[0], dim) == topology.coordinate(members[members.length - 1], dim)) {
            dim++;
        }
        return dim;
    }

    /**
     * The algorithm as ASTRA-sim chooses it: the system's if it lists exactly one, else a ring; ASTRA-sim's default if
     * it lists none.
     */
    private AlgorithmSpec asReference(CollectiveType kind) {
        List<AlgorithmSpec> listed = system.algorithms(kind, 1);
        return listed.size() == 1 ? listed.get(0) : AlgorithmSpec.RING;
    }

    private static GroupLayout flat(int[] members, AlgorithmSpec spec) {
        return new GroupLayout(
                members, new int[] {-1}, new int[] {members.length}, new int[] {1}, new AlgorithmSpec[] {spec});
    }

    private GroupLayout box(int[] members, CollectiveType kind) {
        int[] ordered = members.clone();
        Arrays.sort(ordered);
        int[] size = new int[topology.size()];
        Arrays.fill(size, 1);
        int block = ordered.length;
        for (int d = topology.size() - 1; d >= 0 && block > 1; d--) {
            int parts = parts(ordered, block, d);
            size[d] = parts == 0 ? block : parts;
            block /= size[d];
        }
        int levels = (int) Arrays.stream(size).filter(n -> n > 1).count();
        GroupLayout plan =
                new GroupLayout(ordered, new int[levels], new int[levels], new int[levels], new AlgorithmSpec[levels]);
        int level = 0;
        int stride = 1;
        for (int d = 0; d < size.length; d++) {
            if (size[d] > 1) {
                plan.dim()[level] = d;
                plan.size()[level] = size[d];
                plan.stride()[level] = stride;
                plan.algorithm()[level++] = algorithm(kind, d, size[d]);
                stride *= size[d];
            }
        }
        return plan;
    }

    /**
     * The number of equal parts into which a dimension splits every block of ascending ranks; 0 when they are not
     * equal.
     */
    private int parts(int[] ordered, int block, int dim) {
        int parts = 1;
        for (int i = 1; i < block; i++) {
            parts += topology.coordinate(ordered[i], dim) != topology.coordinate(ordered[i - 1], dim) ? 1 : 0;
        }
        int part = block / parts;
        for (int i = 0; i < ordered.length; i++) {
            boolean begins = i % part == 0;
            boolean differs =
                    i % block != 0 && topology.coordinate(ordered[i], dim) != topology.coordinate(ordered[i - 1], dim);
            if (block % parts != 0 || i % block != 0 && begins != differs) {
                return 0;
            }
        }
        return parts;
    }

    /** The algorithm of a dimension if this many ranks can run it; else a ring. */
    private AlgorithmSpec algorithm(CollectiveType kind, int dim, int ranks) {
        List<AlgorithmSpec> listed = LogicalDims.algorithms(topology, system, kind);
        boolean alone = listed.size() == 1;
        AlgorithmSpec spec = alone ? listed.get(0) : dim < listed.size() ? listed.get(dim) : AlgorithmSpec.RING;
        String why =
                spec.flat() && !alone ? spec.wireName() + " is for all ranks" : Algorithms.obstacle(spec, kind, ranks);
        if (why == null) {
            return spec;
        }
        if (spec.kind() != AlgorithmSpec.Kind.RING) {
            replacements.byRing(kind, spec, dim, ranks, why);
        }
        return AlgorithmSpec.RING;
    }
}
