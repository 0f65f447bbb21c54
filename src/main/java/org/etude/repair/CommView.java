package org.etude.repair;

import org.etude.et.EtAttribute;
import org.etude.et.EtNode;
import org.etude.et.EtNodeType;

/** Attributes of a node of a draft by name, whether it was replaced or not. */
final class CommView {
    private final Draft draft;
    private final int node;
    private final EtNode replaced;

    CommView(Draft draft, int node) {
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

    /** The attribute of a name (the last when there are several), or null. */
    EtAttribute attribute(String name) {
        return replaced == null ? draft.graph().attribute(node, name) : attribute(replaced, name);
    }

    static EtAttribute attribute(EtNode node, String name) {
        EtAttribute found = null;
        for (EtAttribute attribute : node.attributes()) {
            found = attribute.name().equals(name) ? attribute : found;
        }
        return found;
    }

    /** The value of an integer or bool attribute, or {@code otherwise}. */
    long integer(String name, long otherwise) {
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
