// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.util.Collection;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.etude.trace.model.StringTable;

/**
 * Derives graphs that differ from another in durations or attribute values and share everything else: a changed
 * attribute costs 16 bytes, changed durations 8 bytes per node. Not thread-safe.
 */
public final class EtGraphEdit {
    private final EtGraph graph;
    private EtColumns columns;

    private EtGraphEdit(EtGraph graph) {
        this.graph = graph;
        columns = graph.columns();
    }

    /** Maps a node's integer value to a new one. */
    @FunctionalInterface
    public interface Numbers {
        /** The value that node {@code node} shall have instead of {@code value}. */
        long at(int node, long value);
    }

    /** Maps a node's text value to a new one. */
    @FunctionalInterface
    public interface Texts {
        /** The value that node {@code node} shall have instead of {@code value}. */
        String at(int node, String value);
    }

    /** Starts editing a graph, which stays unchanged. */
    public static EtGraphEdit of(EtGraph graph) {
        return new EtGraphEdit(graph);
    }

    private EtColumns own() {
        if (columns == graph.columns()) {
            columns = new EtColumns(columns, columns.strings);
        }
        return columns;
    }

    /**
     * Ensures that the dictionary contains these texts. Graphs edited from the result then share it; otherwise each
     * edit that adds texts copies it.
     */
    public EtGraphEdit dictionary(Collection<String> texts) {
        boolean missing = texts.stream().anyMatch(text -> columns.strings.find(text) < 0);
        if (missing) {
            StringTable wider = columns.strings.copy();
            texts.forEach(wider::idOf);
            columns = new EtColumns(columns, wider);
        }
        return this;
    }

    /** Changes exact durations in ns; nodes without the attribute duration_ns get whole microseconds, rounded. */
    public EtGraphEdit durations(Numbers change) {
        long[] micros = null;
        int exact = columns.strings.find(EtNames.DURATION_NS);
        for (int node = 0; node < columns.size; node++) {
            int at = columns.findAttribute(node, exact);
            long old = at < 0 ? columns.duration[node] * 1000 : columns.integer(at, columns.duration[node] * 1000);
            long ns = change.at(node, old);
            if (ns != old) {
                micros = micros == null ? columns.duration.clone() : micros;
                micros[node] = Math.floorDiv(ns + 500, 1000);
                if (at >= 0) {
                    own().change(at, ns);
                }
            }
        }
        if (micros != null) {
            own().duration = micros;
            columns.depart();
        }
        return this;
    }

    /** Changes an integer attribute wherever a node has it. */
    public EtGraphEdit numbers(String attribute, Numbers change) {
        int name = columns.strings.find(attribute);
        for (int node = 0; node < columns.size && name >= 0; node++) {
            int at = columns.findAttribute(node, name);
            if (at >= 0 && columns.kind(at).isInteger()) {
                long old = columns.raw(at);
                long value = change.at(node, old);
                if (value != old) {
                    own().change(at, value);
                }
            }
        }
        return this;
    }

    /** Changes a text attribute wherever a node has it. */
    public EtGraphEdit texts(String attribute, Texts change) {
        int name = columns.strings.find(attribute);
        for (int node = 0; node < columns.size && name >= 0; node++) {
            int at = columns.findAttribute(node, name);
            if (at >= 0 && columns.value(at) instanceof String old) {
                String value = change.at(node, old);
                if (!value.equals(old)) {
                    dictionary(List.of(value));
                    own().change(at, columns.strings.find(value));
                }
            }
        }
        return this;
    }

    /**
     * Renames groups wherever a node names one: like {@link #texts}, but if possible in the memory of a few values.
     */
    public EtGraphEdit groups(UnaryOperator<String> change) {
        if (!columns.template().isRegular()) {
            return texts(EtNames.PG_NAME, (node, name) -> change.apply(name));
        }
        EtRenames.Builder draft = new EtRenames.Builder();
        boolean any = false;
        for (EtTemplate.Slot slot : columns.template().slots()) {
            int name = columns.strings.find(slot.attribute());
            int at = columns.findAttribute(slot.node(), name);
            long value = columns.raw(at);
            if (slot.attribute().equals(EtNames.PG_NAME) && columns.value(at) instanceof String old) {
                String text = change.apply(old);
                dictionary(List.of(text));
                value = columns.strings.find(text);
            }
            any |= put(draft, name, at, value);
        }
        return rename(draft, any);
    }

    /** Renumbers the ranks in messages: like {@link #numbers}, but if possible in the memory of a few values. */
    public EtGraphEdit peers(LongUnaryOperator change) {
        if (!columns.template().isRegular()) {
            Numbers ofMessages =
                    (node, rank) -> EtNodeType.of(columns.type[node]).isMessage() ? change.applyAsLong(rank) : rank;
            return numbers(EtNames.COMM_SRC, ofMessages).numbers(EtNames.COMM_DST, ofMessages);
        }
        EtRenames.Builder draft = new EtRenames.Builder();
        boolean any = false;
        for (EtTemplate.Slot slot : columns.template().slots()) {
            int name = columns.strings.find(slot.attribute());
            int at = columns.findAttribute(slot.node(), name);
            boolean peer = !slot.attribute().equals(EtNames.PG_NAME)
                    && columns.kind(at).isInteger();
            any |= put(draft, name, at, peer ? change.applyAsLong(columns.raw(at)) : columns.raw(at));
        }
        return rename(draft, any);
    }

    /** Replaces a value by another; returns false if it was already replaced. */
    private boolean put(EtRenames.Builder draft, int name, int at, long value) {
        if (value != columns.before(at)) {
            draft.put(name, columns.attrKind[at], columns.before(at), value);
        }
        return value != columns.raw(at);
    }

    private EtGraphEdit rename(EtRenames.Builder draft, boolean any) {
        if (any) {
            own().rename(draft.build());
        }
        return this;
    }

    /** The edited graph; the graph itself when nothing changed. */
    public EtGraph build() {
        if (columns == graph.columns()) {
            return graph;
        }
        columns.settle();
        return graph.with(columns);
    }
}
