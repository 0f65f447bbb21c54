// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;

/** Gives a graph without nodes one host operator without duration: feeders refuse a trace in which nothing is free. */
public final class EmptyGraph extends GraphPass {
    /** Makes the pass. */
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
                "the rank has no node; readers refuse such a trace");
    }
}
