// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.repair.graph.Change;

/**
 * The result of a pass.
 *
 * @param graph the graph after the pass; the same object when it changed nothing
 * @param changes its changes; unmodifiable
 */
public record PassResult(EtGraph graph, List<Change> changes) {}
