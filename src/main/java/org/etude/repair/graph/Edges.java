// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

/** Names edges in change rows. */
public final class Edges {
    private Edges() {}

    /** The action text for removing an edge, to be followed by the id. */
    public static String removal(EditableGraph draft, int node, int edge) {
        return isData(draft, node, edge) ? "remove data dependency on" : "remove control dependency on";
    }

    /** Whether a node's edge is a data dependency. */
    public static boolean isData(EditableGraph draft, int node, int edge) {
        return edge >= draft.dataFrom(node);
    }
}
