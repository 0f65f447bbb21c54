// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;

/** Copies nodes with one change. */
public final class Attributes {
    private Attributes() {}

    /** The list with a value replacing those of the same name, or appended. */
    public static List<EtAttribute> with(List<EtAttribute> attributes, EtAttribute value) {
        List<EtAttribute> result = new ArrayList<>(attributes.size() + 1);
        boolean placed = false;
        for (EtAttribute attribute : attributes) {
            if (!attribute.name().equals(value.name())) {
                result.add(attribute);
            } else if (!placed) {
                result.add(value);
                placed = true;
            }
        }
        if (!placed) {
            result.add(value);
        }
        return List.copyOf(result);
    }

    /** The node with another attribute. */
    public static EtNode with(EtNode node, EtAttribute value) {
        return node.withAttributes(with(node.attributes(), value));
    }

    /** The node with another type. */
    public static EtNode withType(EtNode node, EtNodeType type) {
        return new EtNode(
                node.id(),
                node.name(),
                type,
                node.ctrlDeps(),
                node.dataDeps(),
                node.startMicros(),
                node.durationMicros(),
                node.inputs(),
                node.outputs(),
                node.attributes());
    }
}
