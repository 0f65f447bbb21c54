package org.etude.repair;

import java.util.Collections;
import org.etude.et.EtGraph;

/** A pass over the graph of one rank. */
public abstract class GraphPass {
    private final String name;

    GraphPass(String name) {
        this.name = name;
    }

    /** The name that stands in the rows of its changes. */
    public final String name() {
        return name;
    }

    /**
     * Runs the pass alone.
     *
     * @param graph the graph, left as it is
     * @param rank its rank
     */
    public final PassResult apply(EtGraph graph, int rank) {
        ChangeLog log = new ChangeLog();
        Draft draft = new Draft(graph, rank);
        run(draft, log);
        return new PassResult(draft.build(), Collections.unmodifiableList(log));
    }

    abstract void run(Draft draft, ChangeLog log);
}
