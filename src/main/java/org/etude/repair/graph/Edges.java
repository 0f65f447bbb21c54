// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

/** How edges are named in the rows. */
public final class Edges {
    private Edges() {}

    /** The action of taking an edge out, to be followed by the id it names. */
    public static String removal(EditableGraph draft, int node, int edge) {
        return isData(draft, node, edge) ? "remove data dependency on" : "remove control dependency on";
    }

    /** Whether a node's edge is a data dependency. */
    public static boolean isData(EditableGraph draft, int node, int edge) {
        return edge >= draft.dataFrom(node);
    }
}
