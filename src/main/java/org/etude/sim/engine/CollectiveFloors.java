// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.topology.graph.BlockRates;
import org.etude.topology.graph.LogicalTopology;

/**
 * A lower bound on the time of a collective: the bytes that must leave each host, and each block of hosts such as a
 * node, divided by the rate at which they can leave it. The rate is that along the dimensions in which the group's
 * ranks differ, or through a graph. Formulas without contention do not model ports, so concurrent messages could beat
 * this bound.
 *
 * <p>The bytes follow Chan et al., Collective communication: theory, practice, and experience, 2007. For an all-reduce
 * of S bytes, 2 (m - 1) / m S must leave each of m equal blocks, and S a block among unequal ones; for a
 * reduce-scatter, the other ranks' parts. For an all-gather the shares of the others must enter. For an all-to-all each
 * rank's parts for the others must leave.
 */
public final class CollectiveFloors {
    private final LogicalTopology topology;
    private final BlockRates rates;
    private final Map<int[], Map<CollectiveType, Double>> ofGroup = new IdentityHashMap<>();
    private final Long2DoubleOpenHashMap ofCycle = new Long2DoubleOpenHashMap();

    /** Creates the lower bounds of a scenario; each is computed on demand. */
    public CollectiveFloors(Scenario scenario) {
        topology = scenario.topology();
        rates = new BlockRates(topology);
        ofCycle.defaultReturnValue(-1);
    }

    /** The minimum ns per byte of a group's collective. */
    public double nsPerByte(int[] members, CollectiveType kind) {
        return ofGroup.computeIfAbsent(members, m -> new EnumMap<>(CollectiveType.class))
                .computeIfAbsent(kind, k -> least(members, k));
    }

    /**
     * The minimum ns per byte of a collective among all ranks that differ from a rank only in the involved dimensions.
     */
    double nsPerByte(int rank, boolean[] involved, CollectiveType kind) {
        long mask = 0;
        long place = 0;
        for (int d = 0; d < topology.size(); d++) {
            boolean in = d < involved.length && involved[d];
            mask |= in ? 1L << d : 0;
            // Only graphs can differ between locations.
            place += in || topology.physical().isEmpty() ? 0 : (long) topology.coordinate(rank, d) * topology.stride(d);
        }
        long key = (place * CollectiveType.values().length + kind.ordinal()) << topology.size() | mask;
        double known = ofCycle.get(key);
        if (known < 0) {
            known = least(participants(rank, involved), kind);
            ofCycle.put(key, known);
        }
        return known;
    }

    private int[] participants(int rank, boolean[] involved) {
        int[] members = {rank};
        for (int d = 0; d < topology.size() && d < involved.length; d++) {
            if (involved[d]) {
                int stride = topology.stride(d);
                int n = topology.dims().get(d).npus();
                int[] before = members;
                members = new int[before.length * n];
                for (int i = 0; i < members.length; i++) {
                    int from = before[i / n];
                    members[i] = from + (i % n - topology.coordinate(from, d)) * stride;
                }
            }
        }
        return members;
    }

    private double least(int[] members, CollectiveType kind) {
        int[] ordered = members.clone();
        Arrays.sort(ordered);
        boolean[] used = new boolean[topology.size()];
        for (int d = 0; d < used.length; d++) {
            int dim = d;
            int first = topology.coordinate(members[0], dim);
            used[d] = Arrays.stream(members).anyMatch(r -> topology.coordinate(r, dim) != first);
        }
        double most = 0;
        for (int level = 0; level < topology.size(); level++) {
            most = Math.max(most, least(ordered, level, used, kind));
        }
        return most;
    }

    private double least(int[] ordered, int level, boolean[] used, CollectiveType kind) {
        int hosts = topology.stride(level);
        int n = ordered.length;
        boolean equal = equal(ordered, hosts);
        double most = 0;
        for (int from = 0; from < n; ) {
            int to = from;
            double out = 0;
            while (to < n && ordered[to] / hosts == ordered[from] / hosts) {
                out += rates.bytesPerNs(ordered[to++], level, used);
            }
            if (to - from < n) {
                most = Math.max(most, share(kind, to - from, n, equal) / out);
            }
            from = to;
        }
        return most;
    }

    private static boolean equal(int[] ordered, int hosts) {
        int blocks = 1;
        for (int i = 1; i < ordered.length; i++) {
            blocks += ordered[i] / hosts == ordered[i - 1] / hosts ? 0 : 1;
        }
        int each = ordered.length / blocks;
        for (int i = 1; i < ordered.length; i++) {
            boolean begins = ordered[i] / hosts != ordered[i - 1] / hosts;
            if (begins != (i % each == 0)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The data that must cross the border of a block with {@code inside} of {@code n} ranks, as a multiple of the
     * collective's size.
     */
    private static double share(CollectiveType kind, int inside, int n, boolean equal) {
        double outside = n - inside;
        return switch (kind) {
            case ALL_REDUCE -> equal ? 2 * outside / n : 1;
            case REDUCE_SCATTER -> outside / n;
            case ALL_GATHER -> outside;
            case ALL_TO_ALL -> inside * outside / n;
            default -> throw kind.unscheduled();
        };
    }
}
