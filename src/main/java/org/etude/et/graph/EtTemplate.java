// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The common part of traces that share all columns and differ only in names of groups and peers: {@link
 * EtGraphEdit#groups}, {@link EtGraphEdit#peers}. Facts independent of these values hold for all of them and are
 * computed once, on first use, in O(attributes). Thread-safe.
 */
public final class EtTemplate {
    /** Attributes in which traces of one template may differ. */
    static final Set<String> NAMES = Set.of(EtNames.PG_NAME, EtNames.COMM_SRC, EtNames.COMM_DST);

    private final EtColumns columns;
    private volatile Facts facts;
    private volatile Long2IntOpenHashMap byId;

    EtTemplate(EtColumns columns) {
        this.columns = columns;
    }

    /**
     * Nodes of one type with the same value of an attribute; their values stay equal in every trace of the template.
     *
     * @param node the first of these nodes
     * @param type its type
     * @param attribute the attribute's name
     */
    public record Slot(int node, EtNodeType type, String attribute) {}

    private record Facts(List<Slot> slots, boolean regular, Set<EtNodeType> types) {}

    /** Whether values can be exchanged: no node has an attribute twice, and only messages have peers. */
    public boolean isRegular() {
        return facts().regular;
    }

    /** The values in which traces may differ, each with its first node, in the order of nodes; regular templates only. */
    public List<Slot> slots() {
        return facts().slots;
    }

    /** Whether some node has a type. */
    public boolean has(EtNodeType type) {
        return facts().types.contains(type);
    }

    /** Whether some node sends or receives a message. */
    public boolean hasMessages() {
        return facts().types.stream().anyMatch(EtNodeType::isMessage);
    }

    private Facts facts() {
        Facts known = facts;
        if (known == null) {
            known = find();
            facts = known;
        }
        return known;
    }

    private Facts find() {
        int group = columns.strings.find(EtNames.PG_NAME);
        int source = columns.strings.find(EtNames.COMM_SRC);
        int target = columns.strings.find(EtNames.COMM_DST);
        List<Slot> slots = new ArrayList<>();
        Set<List<Long>> known = new HashSet<>(); // lists are cheaper to start with than records
        Set<EtNodeType> types = new HashSet<>();
        boolean regular = true;
        for (int node = 0; node < columns.size; node++) {
            EtNodeType type = EtNodeType.of(columns.type[node]);
            types.add(type);
            for (int at = columns.attrFrom(node); at < columns.attrEnd(node); at++) {
                int name = columns.attrName[at];
                if (name != group && name != source && name != target) {
                    continue;
                }
                regular &= columns.findAttribute(node, name) == at && (name == group || type.isMessage());
                long kind = columns.attrKind[at];
                if (known.add(List.of((long) columns.type[node], (long) name, kind, columns.before(at)))) {
                    slots.add(new Slot(node, type, columns.strings.text(name)));
                }
            }
        }
        return new Facts(List.copyOf(slots), regular, Set.copyOf(types));
    }

    /** Index of the node with an id, or -1; the last one when an id occurs twice. */
    int indexOf(long id) {
        Long2IntOpenHashMap map = byId;
        if (map == null) {
            map = new Long2IntOpenHashMap(columns.size);
            map.defaultReturnValue(-1);
            for (int i = 0; i < columns.size; i++) {
                map.put(columns.id[i], i);
            }
            byId = map;
        }
        return map.get(id);
    }
}
