// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;

/** Attributes of a node of an editable graph by name, including edits. */
public final class CommView {
    private final EditableGraph draft;
    private final int node;
    private final EtNode replaced;

    /** A communication node in its current state, including edits. */
    public CommView(EditableGraph draft, int node) {
        this.draft = draft;
        this.node = node;
        replaced = draft.isReplaced(node) ? draft.content(node) : null;
    }

    EtNodeType type() {
        return draft.type(node);
    }

    String name() {
        return replaced == null ? draft.graph().name(node) : replaced.name();
    }

    /** The attribute with this name (the last if there are several), or null. */
    public EtAttribute attribute(String name) {
        return replaced == null ? draft.graph().attribute(node, name) : attribute(replaced, name);
    }

    /** The attribute of this name, the last one where there are several; null when there is none. */
    public static EtAttribute attribute(EtNode node, String name) {
        EtAttribute found = null;
        for (EtAttribute attribute : node.attributes()) {
            found = attribute.name().equals(name) ? attribute : found;
        }
        return found;
    }

    /** The value of an integer or bool attribute, or {@code otherwise}. */
    public long integer(String name, long otherwise) {
        if (replaced == null) {
            return draft.graph().integer(node, name, otherwise);
        }
        EtAttribute attribute = attribute(name);
        if (attribute != null && attribute.value() instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        return attribute != null && attribute.value() instanceof Long value ? value : otherwise;
    }

    /** The value of a string attribute, or {@code otherwise}. */
    String text(String name, String otherwise) {
        EtAttribute attribute = attribute(name);
        return attribute != null && attribute.value() instanceof String text ? text : otherwise;
    }
}
