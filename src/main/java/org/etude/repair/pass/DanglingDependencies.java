// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.Edges;
import org.etude.repair.graph.EditableGraph;

/** Removes dependencies on missing ids: feeders reject them or wait indefinitely. */
public final class DanglingDependencies extends GraphPass {
    /** Creates the pass. */
    public DanglingDependencies() {
        super("dangling");
    }

    @Override
    public void run(EditableGraph draft, ChangeLog log) {
        if (!draft.hasDangling()) {
            return;
        }
        for (int node = 0; node < draft.size(); node++) {
            for (int edge = draft.from(node); edge < draft.to(node); edge++) {
                if (draft.isDangling(edge)) {
                    log.add(
                            draft.rank(),
                            draft.id(node),
                            name(),
                            Edges.removal(draft, node, edge),
                            draft.depId(edge),
                            "no node has this id");
                    draft.removeEdge(edge);
                }
            }
        }
    }
}
