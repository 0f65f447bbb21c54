// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import java.util.List;
import org.etude.sim.program.FindingLog;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;

/**
 * The dimensions that one kind of collective uses: those of the network, or a single one for an algorithm over all
 * nodes at once.
 *
 * @param size nodes along each
 * @param stride distance in ranks between neighbours along each
 * @param algorithm the algorithm of each
 */
public record LogicalDims(int[] size, int[] stride, AlgorithmSpec[] algorithm) {

    /** The dimensions of a kind of collective, each with its algorithm. */
    public static LogicalDims of(
            LogicalTopology topology, SystemSpec system, CollectiveType kind, FindingLog findings) {
        List<AlgorithmSpec> given = algorithms(topology, system, kind);
        String name = kind.hyphenated();
        if (given.size() > topology.size()) {
            throw new SimulationException(
                    name + "-implementation lists " + given.size() + " algorithms but the network has "
                            + topology.size() + " dimensions",
                    "List one per dimension.");
        }
        int n = 0;
        boolean flat = false;
        while (n < given.size() && !flat) {
            flat = given.get(n++).flat();
        }
        if (!flat && n > 0 && n < topology.size()) {
            findings.warn(
                    -1,
                    name + "-implementation",
                    "lists " + n + " algorithms for " + topology.size() + " dimensions",
                    "as in ASTRA-sim dimensions without an algorithm are not used",
                    "such collectives reach only part of the ranks");
        }
        LogicalDims dims = new LogicalDims(new int[n], new int[n], new AlgorithmSpec[n]);
        for (int d = 0; d < n; d++) {
            dims.algorithm[d] = given.get(d);
            boolean all = given.get(d).flat();
            dims.size[d] = all ? topology.hosts() : topology.dims().get(d).npus();
            dims.stride[d] = all ? 1 : topology.stride(d);
        }
        return dims;
    }

    /**
     * The algorithms of a collective, one per dimension unless the system lists others. Where it lists none, hosts that are all linked
     * to each other have several rings instead of one, unless a graph says that links are shared.
     */
    public static List<AlgorithmSpec> algorithms(LogicalTopology topology, SystemSpec system, CollectiveType kind) {
        List<AlgorithmSpec> given = system.algorithms(kind, topology.size());
        if (!system.isOnAllLinks(kind) || topology.physical().isPresent()) {
            return given;
        }
        return topology.dims().stream()
                .map(dim -> dim.kind() == DimKind.FULLY_CONNECTED ? AlgorithmSpec.STRIDED_RINGS : AlgorithmSpec.RING)
                .toList();
    }

    /**
     * Distinguishes the ranks of one collective from those that run an equal one at the same time: 0 when all take
     * part, else a number made of the unused dimensions and the rank's position along them.
     */
    public long participants(int rank, boolean[] involved) {
        long without = 0;
        long place = 0;
        for (int d = 0; d < size.length; d++) {
            if (!involved[d] && size[d] > 1) {
                without |= 1L << d;
                place += (long) (rank / stride[d] % size[d]) * stride[d];
            }
        }
        return without << Integer.SIZE | place;
    }

    /** This, or an error that names the rank's node when the system has no algorithm for its collective. */
    public LogicalDims require(RankWorkload rank, int node, CollectiveType kind) {
        if (size.length == 0) {
            String name = kind.hyphenated();
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + " is of type " + name
                            + ", but the system has no " + name + "-implementation",
                    "List an algorithm for each dimension under " + name + "-implementation.");
        }
        return this;
    }
}
