// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import java.util.Collections;
import org.etude.et.graph.EtGraph;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;

/** A pass over the graph of one rank. */
public abstract class GraphPass {
    private final String name;

    GraphPass(String name) {
        this.name = name;
    }

    /** Its name in change rows. */
    public final String name() {
        return name;
    }

    /**
     * Runs the pass alone.
     *
     * @param graph the graph, which is not modified
     * @param rank its rank
     */
    public final PassResult apply(EtGraph graph, int rank) {
        ChangeLog log = new ChangeLog();
        EditableGraph draft = new EditableGraph(graph, rank);
        run(draft, log);
        return new PassResult(draft.build(), Collections.unmodifiableList(log));
    }

    public abstract void run(EditableGraph draft, ChangeLog log);
}
