// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.CommView;
import org.etude.repair.graph.EditableGraph;
import org.etude.repair.graph.NodeContraction;

/**
 * Removes nodes that a simulator cannot run; their dependants inherit their dependencies. INVALID nodes and memory
 * accesses of unknown size are always removed; METADATA nodes and nodes of unknown type only for ASTRA-sim. A node that
 * joins very many others becomes a host operator without duration instead. Requires an acyclic graph.
 */
public final class UnsupportedNodes extends GraphPass {
    private final boolean astraSim;

    /** Creates the pass. */
    public UnsupportedNodes(boolean astraSim) {
        super("unsupported");
        this.astraSim = astraSim;
    }

    @Override
    public void run(EditableGraph draft, ChangeLog log) {
        IntOpenHashSet leaving = new IntOpenHashSet();
        for (int node = 0; node < draft.size(); node++) {
            if (!draft.isRemoved(node) && reason(draft, node) != null) {
                leaving.add(node);
            }
        }
        IntOpenHashSet gates = NodeContraction.over(draft, leaving, true);
        for (int node = 0; node < draft.size(); node++) {
            if (!leaving.contains(node)) {
                continue;
            }
            String reason = reason(draft, node);
            if (gates.contains(node)) {
                draft.replace(node, gate(draft.content(node)));
                log.add(
                        draft.rank(),
                        draft.id(node),
                        name(),
                        "make it a host operator without duration",
                        reason + "; it joins too many nodes to be bridged");
            } else {
                log.add(
                        draft.rank(),
                        draft.id(node),
                        name(),
                        "remove; its dependants take over its dependencies",
                        reason);
            }
        }
    }

    private String reason(EditableGraph draft, int node) {
        EtNodeType type = draft.type(node);
        if (type == EtNodeType.INVALID && (astraSim || !draft.isOfUnknownType(node))) {
            return "a node of unknown type does no work and ends before others can start";
        }
        if (type == EtNodeType.METADATA && astraSim) {
            return "ASTRA-sim aborts on METADATA nodes";
        }
        boolean memory = type == EtNodeType.MEM_LOAD || type == EtNodeType.MEM_STORE;
        if (memory && new CommView(draft, node).integer(EtNames.TENSOR_SIZE, -1) < 0) {
            return "a memory access without " + EtNames.TENSOR_SIZE + ", and its size is unknown";
        }
        return null;
    }

    private static EtNode gate(EtNode node) {
        List<EtAttribute> attributes = new ArrayList<>();
        attributes.add(EtAttribute.bool(EtNames.IS_CPU_OP, true));
        for (EtAttribute attribute : node.attributes()) {
            if (!attribute.name().equals(EtNames.IS_CPU_OP) && !attribute.name().equals(EtNames.DURATION_NS)) {
                attributes.add(attribute);
            }
        }
        return new EtNode(
                node.id(),
                node.name(),
                EtNodeType.COMP,
                node.ctrlDeps(),
                node.dataDeps(),
                node.startMicros(),
                0,
                node.inputs(),
                node.outputs(),
                attributes);
    }
}
