// SPDX-License-Identifier: Apache-2.0
package org.etude.digraph;

/** A directed graph with nodes 0 to size - 1; the edges of a node have consecutive numbers. */
public interface Digraph {
    /** The number of nodes, including removed ones. */
    int size();

    /** Whether a node was removed; it and its edges are then ignored. */
    boolean isRemoved(int node);

    /** The first edge of a node. */
    int from(int node);

    /** One past the last edge of a node. */
    int to(int node);

    /** The target of an edge; negative when it has none. */
    int dep(int edge);
}
