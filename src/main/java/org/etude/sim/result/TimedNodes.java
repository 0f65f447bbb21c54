// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.trace.activity.Activity;

/**
 * The nodes of all ranks with the times at which they ran, simulated or recorded: one row per node, ranks one after the
 * other and nodes ascending by id. Times in ns, -1 for never. Returned arrays may be longer than the number of nodes
 * and must not be modified.
 */
public interface TimedNodes {
    /** The number of rows. */
    int size();

    /** The number of ranks. */
    int ranks();

    /** The first row of a rank; for the number of ranks, {@link #size()}. */
    int firstOf(int rank);

    /** The rank of a row. */
    int rank(int row);

    /**
     * The number of a rank in the job, as used by groups and messages; differs from the index when ranks of a recording
     * are missing.
     */
    default int numberOf(int rank) {
        return rank;
    }

    /** The index of the rank with this number in the job, or -1. */
    default int rankOf(int number) {
        return number >= 0 && number < ranks() ? number : -1;
    }

    /** The communicator groups that nodes name. */
    CommGroups groups();

    /** The node's id. */
    long node(int row);

    /** The node's name. */
    String name(int row);

    /** The node's type. */
    EtNodeType type(int row);

    /** When its work started. */
    long issued(int row);

    /** When it ended. */
    long ended(int row);

    /** What its time counts as; for a collective or message, including the time it waits for the others. */
    Activity activity(int row);

    /** The resource it held: cpu, gpu, comm or none. */
    String resource(int row);

    /** The name of a collective's group; "" or "0" for the whole job. */
    String group(int row);

    /** A whole-number attribute, such as a message's tag. */
    long number(int row, String attribute, long otherwise);

    /** When each node of a rank ended, by its index in the rank. */
    long[] ends(int rank);

    /** The resource that each node of a rank held while it ran; equal numbers mean the same resource. */
    short[] slots(int rank);

    /** For each node of a rank, the dependency that ended last (the first of several), or -1. */
    int[] lastParents(int rank);
}
