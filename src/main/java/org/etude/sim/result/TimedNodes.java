// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.trace.activity.Activity;

/**
 * Nodes of all ranks with the times at which they ran, simulated or recorded: one row per node, ranks one after the other and nodes
 * ascending by id. Times in ns, -1 for never. Arrays that are returned may be longer than the nodes and must not be changed.
 */
public interface TimedNodes {
    /** The number of rows. */
    int size();

    /** The number of ranks. */
    int ranks();

    /** The first row of a rank; that of the number of ranks is {@link #size()}. */
    int firstOf(int rank);

    /** The rank of a row. */
    int rank(int row);

    /** The number in the job of a rank, which groups and messages name: another one where ranks of a recording are missing. */
    default int numberOf(int rank) {
        return rank;
    }

    /** The rank of a number in the job, -1 when it is not among these. */
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

    /** When its work began. */
    long issued(int row);

    /** When it ended. */
    long ended(int row);

    /** What its time counts as; of a collective or message also the part in which it waits for the others. */
    Activity activity(int row);

    /** What it held: cpu, gpu, comm or none. */
    String resource(int row);

    /** The name of a collective's group; "" or "0" for the whole job. */
    String group(int row);

    /** A whole-number attribute, such as a message's tag. */
    long number(int row, String attribute, long otherwise);

    /** When each node of a rank ended, by its place in the rank. */
    long[] ends(int rank);

    /** What each node of a rank held while it ran: equal numbers for the same. */
    short[] slots(int rank);

    /** By node of a rank the one it depends on that ended last, the first of several; -1 for none. */
    int[] lastParents(int rank);
}
