// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import java.util.List;
import java.util.Locale;
import org.etude.sim.program.FindingLog;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;

/**
 * The dimensions one kind of collective goes through: those of the network, unless an algorithm over all nodes ends them.
 *
 * @param size nodes along each
 * @param stride distance of neighbours along each
 * @param algorithm what is run in each
 */
public record LogicalDims(int[] size, int[] stride, AlgorithmSpec[] algorithm) {

    /** The dimensions a kind of collective uses, with the algorithm of each. */
    public static LogicalDims of(
            LogicalTopology topology, SystemSpec system, CollectiveType kind, FindingLog findings) {
        List<AlgorithmSpec> given = system.algorithms(kind, topology.size());
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        if (given.size() > topology.size()) {
            throw new SimulationException(
                    name + "-implementation lists " + given.size() + " algorithms but the network has "
                            + topology.size() + " dimensions",
                    "List one for each dimension.");
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
                    "such collectives reach a part of the ranks only");
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
     * Distinguishes the ranks of one collective from those that run an equal one at the same time: 0 when all take part, else a
     * number made of the dimensions left out and of the rank's place along them.
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
            String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + " is an " + name
                            + " but the system has no " + name + "-implementation",
                    "List an algorithm for each dimension under " + name + "-implementation.");
        }
        return this;
    }
}
