// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute.Kind;

/** Builds an {@link EtGraph} node by node. Not thread-safe; not usable after {@link #build()}. */
public final class EtGraphBuilder implements NodeSink {
    /** Number of names cached in front of the dictionary; a power of two. */
    private static final int RECENT = 256;

    private final String version;
    private final List<EtAttribute> metadata;
    private final String[] recent = new String[RECENT];
    private final int[] recentIds = new int[RECENT];
    private EtColumns columns = new EtColumns();

    /** A graph with this GlobalMetadata. */
    public EtGraphBuilder(String version, List<EtAttribute> metadata) {
        this.version = version;
        this.metadata = metadata;
    }

    /** Reserves space for this many nodes and attributes in total; more can follow. */
    @Override
    public EtGraphBuilder reserve(int nodes, int attributes) {
        columns.reserve(nodes, attributes);
        return this;
    }

    /** Appends a node. */
    public EtGraphBuilder add(EtNode node) {
        begin(node.id(), node.name(), node.type().ordinal(), node.startMicros(), node.durationMicros());
        io(node.inputs(), node.outputs());
        deps(node.ctrlDeps(), node.dataDeps());
        for (EtAttribute attribute : node.attributes()) {
            columns.addAttribute(attribute);
        }
        end();
        return this;
    }

    /** Appends a node of another graph with other dependencies; cheaper than via {@link EtNode}. */
    public EtGraphBuilder add(EtGraph from, int node, long[] ctrlDeps, long[] dataDeps) {
        EtColumns source = from.columns();
        begin(source.id[node], from.name(node), source.type[node], source.start[node], source.duration[node]);
        columns.inputs[columns.size] = copyIo(source, source.inputs[node]);
        columns.outputs[columns.size] = copyIo(source, source.outputs[node]);
        deps(ctrlDeps, dataDeps);
        for (int at = source.attrFrom(node); at < source.attrEnd(node); at++) {
            columns.addAttribute(source, at);
        }
        if (source.nodeUnknown.containsKey(node)) {
            columns.nodeUnknown.put(columns.size, source.nodeUnknown.get(node));
        }
        end();
        return this;
    }

    /**
     * Appends a node that replaces one of another graph, keeping what a value cannot hold: fields unknown to the schema
     * and, unless the new node has a type, an unknown type number.
     */
    public EtGraphBuilder add(EtNode node, EtGraph from, int replaced) {
        EtColumns source = from.columns();
        int first = columns.attrCount;
        int at = columns.size;
        add(node);
        if (node.type() == EtNodeType.INVALID) {
            columns.type[at] = source.type[replaced];
        }
        if (source.nodeUnknown.containsKey(replaced)) {
            columns.nodeUnknown.put(at, source.nodeUnknown.get(replaced));
        }
        for (int k = first; !source.attrUnknown.isEmpty() && k < columns.attrCount; k++) {
            int same = source.findAttribute(replaced, source.strings.find(columns.strings.text(columns.attrName[k])));
            if (same >= 0 && source.attrUnknown.containsKey(same)) {
                columns.attrUnknown.put(k, source.attrUnknown.get(same));
            }
        }
        return this;
    }

    /**
     * Begins a node to be described by {@link #dependencies}, {@link #int64} and similar methods and ended by {@link
     * #end}, without an object per node. Dependencies come first; attributes are written in call order.
     */
    @Override
    public EtGraphBuilder begin(long id, String name, EtNodeType type, long startMicros, long durationMicros) {
        begin(id, name, type.ordinal(), startMicros, durationMicros);
        return this;
    }

    /** Sets the dependencies of the node begun; call once per node. */
    public EtGraphBuilder dependencies(long[] ctrlDeps, long[] dataDeps) {
        deps(ctrlDeps, dataDeps);
        return this;
    }

    /** {@link #dependencies(long[], long[])} from lists, which may be reused afterwards. */
    @Override
    public EtGraphBuilder dependencies(LongArrayList ctrlDeps, LongArrayList dataDeps) {
        for (int k = 0; k < ctrlDeps.size(); k++) {
            columns.addDep(ctrlDeps.getLong(k));
        }
        endCtrlDeps();
        for (int k = 0; k < dataDeps.size(); k++) {
            columns.addDep(dataDeps.getLong(k));
        }
        endDataDeps();
        return this;
    }

    /** An int64 attribute of the node begun. */
    @Override
    public EtGraphBuilder int64(String name, long value) {
        columns.addAttribute(idOf(name), Kind.INT64, value);
        return this;
    }

    /** An int32 attribute of the node begun. */
    @Override
    public EtGraphBuilder int32(String name, int value) {
        columns.addAttribute(idOf(name), Kind.INT32, value);
        return this;
    }

    /** A uint64 attribute of the node begun. */
    @Override
    public EtGraphBuilder uint64(String name, long value) {
        columns.addAttribute(idOf(name), Kind.UINT64, value);
        return this;
    }

    /** A bool attribute of the node begun. */
    @Override
    public EtGraphBuilder bool(String name, boolean value) {
        columns.addAttribute(idOf(name), Kind.BOOL, value ? 1 : 0);
        return this;
    }

    /** A string attribute of the node begun. */
    @Override
    public EtGraphBuilder string(String name, String value) {
        columns.addAttribute(idOf(name), Kind.STRING, idOf(value));
        return this;
    }

    /** Ends the node begun. */
    @Override
    public EtGraphBuilder end() {
        columns.size++;
        columns.attrStart[columns.size] = columns.attrCount;
        return this;
    }

    /** The graph. */
    public EtGraph build() {
        return build(null);
    }

    /**
     * Builds the graph; {@code encodedMetadata} is the file's metadata record if it differs from what Etude would
     * write, otherwise null.
     */
    public EtGraph build(byte[] encodedMetadata) {
        columns.ios.seal();
        EtGraph graph = new EtGraph(version, metadata, encodedMetadata, columns);
        columns = null;
        return graph;
    }

    /** The columns under construction. */
    public EtColumns columns() {
        return columns;
    }

    void begin(long id, String name, int type, long start, long duration) {
        begin();
        EtColumns c = columns;
        c.id[c.size] = id;
        c.name[c.size] = idOf(name);
        c.type[c.size] = type;
        c.start[c.size] = start;
        c.duration[c.size] = duration;
    }

    /** The number of a string; most are repeated identical objects, which are recognised without reading them. */
    private int idOf(String text) {
        int at = text.hashCode() & RECENT - 1;
        if (recent[at] != text) {
            recentIds[at] = columns.strings.idOf(text);
            recent[at] = text;
        }
        return recentIds[at];
    }

    /** Reserves space for a node. */
    public void begin() {
        EtColumns c = columns;
        if (c.size == c.id.length) {
            c.reserve(EtColumns.grown(c.size), 0);
        }
    }

    private long copyIo(EtColumns from, long reference) {
        return reference == 0
                ? 0
                : columns.ios.add(from.ios.segment(reference), from.ios.start(reference), from.ios.length(reference));
    }

    private void io(EtIo inputs, EtIo outputs) {
        columns.inputs[columns.size] = keep(inputs);
        columns.outputs[columns.size] = keep(outputs);
    }

    private long keep(EtIo io) {
        if (io == null) {
            return 0;
        }
        byte[] encoded = EtIoCodec.encode(io);
        return columns.ios.add(encoded, 0, encoded.length);
    }

    private void deps(long[] ctrl, long[] data) {
        for (long dep : ctrl) {
            columns.addDep(dep);
        }
        endCtrlDeps();
        for (long dep : data) {
            columns.addDep(dep);
        }
        endDataDeps();
    }

    public void endCtrlDeps() {
        columns.depStart[2 * columns.size + 1] = columns.depCount;
    }

    public void endDataDeps() {
        columns.depStart[2 * columns.size + 2] = columns.depCount;
    }
}
