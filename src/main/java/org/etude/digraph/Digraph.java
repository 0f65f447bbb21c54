// SPDX-License-Identifier: Apache-2.0
package org.etude.digraph;

/** A directed graph with nodes 0 to size - 1; the edges of a node are numbered in a row. */
public interface Digraph {
    /** The number of nodes, those that are gone included. */
    int size();

    /** Whether a node was taken out: neither it nor an edge from or to it counts. */
    boolean isGone(int node);

    /** The first edge of a node. */
    int from(int node);

    /** One beyond the last edge of a node. */
    int to(int node);

    /** The node that an edge leads to; negative when it leads nowhere. */
    int dep(int edge);
}
