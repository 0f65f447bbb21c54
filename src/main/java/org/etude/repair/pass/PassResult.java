package org.etude.repair.pass;

import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.repair.graph.Change;

/**
 * What a pass gives back.
 *
 * @param graph the graph after the pass; the same object when it changed nothing
 * @param changes what it did; unmodifiable
 */
public record PassResult(EtGraph graph, List<Change> changes) {}
