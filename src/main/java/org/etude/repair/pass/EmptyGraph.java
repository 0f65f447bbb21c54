// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;

/** Adds a host operator without duration to an empty graph: feeders reject a trace without a ready node. */
public final class EmptyGraph extends GraphPass {
    /** Creates the pass. */
    public EmptyGraph() {
        super("empty");
    }

    @Override
    public void run(EditableGraph draft, ChangeLog log) {
        for (int node = 0; node < draft.size(); node++) {
            if (!draft.isRemoved(node)) {
                return;
            }
        }
        draft.add(EtNode.of(0, "empty", EtNodeType.COMP, EtAttribute.bool(EtNames.IS_CPU_OP, true)));
        log.add(
                draft.rank(),
                0,
                name(),
                "add a host operator without duration",
                "the rank has no node; readers reject such a trace");
    }
}
