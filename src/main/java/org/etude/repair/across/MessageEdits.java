// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.repair.graph.Attributes;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;
import org.etude.repair.graph.NodeContraction;

/**
 * Edits to the messages of one rank.
 *
 * @param drops by node, why it is removed
 * @param settings by node, the attributes that it gets
 */
public record MessageEdits(SortedMap<Integer, String> drops, SortedMap<Integer, List<Setting>> settings) {
    private static final String PASS = "transfers";

    /** No edits yet. */
    public MessageEdits() {
        this(new TreeMap<>(), new TreeMap<>());
    }

    /**
     * A new value of an attribute.
     *
     * @param wide whether it has 64 bits on the wire, else 32
     */
    record Setting(String name, boolean wide, long value, String reason) {
        EtAttribute attribute() {
            return wide ? EtAttribute.int64(name, value) : EtAttribute.int32(name, (int) value);
        }
    }

    void drop(int node, String reason) {
        drops.put(node, reason);
    }

    void set(int node, String name, boolean wide, long value, String reason) {
        settings.computeIfAbsent(node, key -> new ArrayList<>()).add(new Setting(name, wide, value, reason));
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return drops.isEmpty() && settings.isEmpty();
    }

    /** Adds the edits of other channels, which concern other nodes. */
    public void addAll(MessageEdits others) {
        drops.putAll(others.drops);
        settings.putAll(others.settings);
    }

    /** The edited graph. */
    public EtGraph apply(EtGraph graph, int rank, ChangeLog log) {
        EditableGraph draft = new EditableGraph(graph, rank);
        settings.forEach((node, values) -> {
            EtNode content = draft.content(node);
            for (Setting setting : values) {
                content = Attributes.with(content, setting.attribute());
                log.add(rank, draft.id(node), PASS, "set " + setting.name + " to " + setting.value, setting.reason);
            }
            draft.replace(node, content);
        });
        drops.forEach((node, reason) ->
                log.add(rank, draft.id(node), PASS, "remove; its dependants take over its dependencies", reason));
        NodeContraction.over(draft, new IntOpenHashSet(drops.keySet()), false);
        return draft.build();
    }
}
