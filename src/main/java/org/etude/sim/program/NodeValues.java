// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import org.etude.et.graph.EtNames;
import org.etude.spec.SimulationException;

/** The numeric attributes of nodes; missing or invalid values are errors. */
public final class NodeValues {
    /** No collective may grow beyond this over all ranks. */
    private static final long MOST_BYTES = 1L << 60;

    private final int ranks;

    public NodeValues(int ranks) {
        this.ranks = ranks;
    }

    /** The value of a required attribute. */
    public static long attribute(RankWorkload rank, int node, String name) {
        return require(rank, node, rank.program.attribute(node, name, RankProgram.MISSING), name);
    }

    /** The value, or an error that names the rank, the node and the attribute when it is missing. */
    public static long require(RankWorkload rank, int node, long value, String name) {
        if (value == RankProgram.MISSING) {
            throw new SimulationException(
                    who(rank, node) + " has no integer attribute " + name, "Add it, or run repair() on the workload.");
        }
        return value;
    }

    /** A number of bytes or operations, 0 or more. */
    public static long amount(RankWorkload rank, int node, long value, String name) {
        if (require(rank, node, value, name) < 0) {
            throw new SimulationException(who(rank, node) + " has " + name + ' ' + value, "Give 0 or more.");
        }
        return value;
    }

    /** The number of bytes to send; small enough that the sum over all ranks does not overflow. */
    public long messageBytes(RankWorkload rank, int node) {
        long bytes = amount(rank, node, rank.program.commSize[node], EtNames.COMM_SIZE);
        if (bytes > MOST_BYTES / ranks) {
            throw new SimulationException(
                    who(rank, node) + " has comm_size " + bytes + ", which " + ranks + " ranks cannot count together",
                    "Give at most " + MOST_BYTES / ranks + " bytes.");
        }
        return bytes;
    }

    /** The recorded duration of a node, in ns. */
    public static long duration(RankWorkload rank, int node) {
        return duration(rank.program, node, rank.rank);
    }

    /** The recorded duration of a node of any trace, in ns. */
    public static long duration(RankProgram program, int node, int rank) {
        long ns = program.durationNs[node];
        if (ns < 0) {
            throw new SimulationException(
                    "rank " + rank + ": " + program.describe(node) + " lasts "
                            + (program.graph.durationMicros(program.source(node)))
                            + " us, which is negative or beyond the range of the clock",
                    "Correct duration_micros.");
        }
        return ns;
    }

    /**
     * The time in ns that a node takes by itself.
     *
     * @param timed whether transfers take measured times; a host node then excludes the waiting that these already cover
     */
    public static long ownNs(RankProgram program, int node, int rank, boolean timed) {
        long recorded = duration(program, node, rank);
        return timed && program.cpuOp[node] ? program.workNs(node) : recorded;
    }

    private static String who(RankWorkload rank, int node) {
        return "rank " + rank.rank + ": " + rank.program.describe(node);
    }
}
