package org.etude.repair;

/** How edges are named in the rows. */
final class Edges {
    private Edges() {}

    /** The action of taking an edge out, to be followed by the id it names. */
    static String removal(Draft draft, int node, int edge) {
        return isData(draft, node, edge) ? "remove data dependency on" : "remove control dependency on";
    }

    /** Whether a node's edge is a data dependency. */
    static boolean isData(Draft draft, int node, int edge) {
        return edge >= draft.dataFrom(node);
    }
}
