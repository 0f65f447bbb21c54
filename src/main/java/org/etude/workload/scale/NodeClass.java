// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.OpClass;

/** The kind of computation of a node. */
public final class NodeClass {
    private NodeClass() {}

    /** The class of a computation node; null for nodes of other types. */
    public static OpClass of(EtGraph graph, int node) {
        if (graph.type(node) != EtNodeType.COMP) {
            return null;
        }
        return graph.isCpuOp(node) ? OpClass.HOST : OpClass.of(graph.name(node));
    }
}
