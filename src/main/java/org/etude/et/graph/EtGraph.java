// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The execution trace of one rank in columns: nodes in file order, each with its dependencies and attributes exactly as on
 * the wire, so that writing reproduces the bytes that were read. Immutable; build one with {@link EtGraphBuilder}. Index
 * arguments run from 0 to {@link #size()} - 1. About 70 bytes per node, 8 per dependency and 13 per attribute.
 */
public final class EtGraph {
    private final EtColumns columns;
    private final List<EtAttribute> metadata;
    private final String version;
    private final byte[] encodedMetadata;

    EtGraph(String version, List<EtAttribute> metadata, byte[] encodedMetadata, EtColumns columns) {
        this.version = version;
        this.encodedMetadata = encodedMetadata;
        this.metadata = List.copyOf(metadata);
        this.columns = columns;
    }

    public EtColumns columns() {
        return columns;
    }

    /** The template shared with traces that differ only in names of groups and peers. */
    public EtTemplate template() {
        return columns.template();
    }

    /** The metadata record of the file if it differs from what Etude would write, otherwise null. */
    public byte[] encodedMetadata() {
        return encodedMetadata;
    }

    public EtGraph withoutEncodedMetadata() {
        return new EtGraph(version, metadata, null, columns);
    }

    /** The same graph without one metadata entry; itself if there is none of that name. */
    public EtGraph withoutMetadata(String name) {
        List<EtAttribute> others =
                metadata.stream().filter(a -> !a.name().equals(name)).toList();
        if (others.size() == metadata.size()) {
            return this;
        }
        return new EtGraph(version, others, null, columns);
    }

    /** The same graph with columns of the same nodes in the same order. */
    EtGraph with(EtColumns others) {
        return new EtGraph(version, metadata, encodedMetadata, others);
    }

    /** Whether nodes have recorded times, as when converted from a recording by Etude. */
    public boolean isRecorded() {
        return key(EtNames.START_NS) >= 0;
    }

    /** GlobalMetadata.version. */
    public String version() {
        return version;
    }

    /** GlobalMetadata.attr. */
    public List<EtAttribute> metadata() {
        return metadata;
    }

    /** The number of nodes. */
    public int size() {
        return columns.size;
    }

    /** The node's id. */
    public long id(int node) {
        return columns.id[node];
    }

    /** Index of the node with an id, or -1; the last one when an id occurs twice. */
    public int indexOf(long id) {
        return template().indexOf(id);
    }

    /** The node's name. */
    public String name(int node) {
        return columns.strings.text(columns.name[node]);
    }

    /** The node's type. */
    public EtNodeType type(int node) {
        return EtNodeType.of(columns.type[node]);
    }

    /** The node's type number as on the wire, even if unknown to {@link EtNodeType}. */
    public int typeNumber(int node) {
        return columns.type[node];
    }

    /** start_time_micros. */
    public long startMicros(int node) {
        return columns.start[node];
    }

    /** duration_micros. */
    public long durationMicros(int node) {
        return columns.duration[node];
    }

    /** Exact duration in ns: the attribute duration_ns if present, otherwise duration_micros x 1000. */
    public long durationNanos(int node) {
        return integer(node, EtNames.DURATION_NS, columns.duration[node] * 1000);
    }

    /** Exact start in ns: the attribute start_time_ns if present, otherwise start_time_micros x 1000. */
    public long startNanos(int node) {
        return integer(node, EtNames.START_NS, columns.start[node] * 1000);
    }

    /** When the node ended in the recording, in ns: its start and what was measured, where its duration is another. */
    public long recordedEndNanos(int node) {
        return startNanos(node) + integer(node, EtNames.MEASURED_NS, durationNanos(node));
    }

    /** Ids of the control dependencies, in file order. */
    public long[] ctrlDeps(int node) {
        return Arrays.copyOfRange(columns.deps, columns.ctrlFrom(node), columns.dataFrom(node));
    }

    /** Ids of the data dependencies, in file order. */
    public long[] dataDeps(int node) {
        return Arrays.copyOfRange(columns.deps, columns.dataFrom(node), columns.depEnd(node));
    }

    /** Number of dependencies of both kinds. */
    public int depCount(int node) {
        return columns.depEnd(node) - columns.ctrlFrom(node);
    }

    /** Number of control dependencies. */
    public int ctrlDepCount(int node) {
        return columns.dataFrom(node) - columns.ctrlFrom(node);
    }

    /** The {@code k}-th dependency's id: control ones first, then data ones. */
    public long dep(int node, int k) {
        return columns.deps[columns.ctrlFrom(node) + k];
    }

    /** Inputs, or null when the message has none. */
    public EtIo inputs(int node) {
        return columns.io(columns.inputs[node]);
    }

    /** Outputs, or null when the message has none. */
    public EtIo outputs(int node) {
        return columns.io(columns.outputs[node]);
    }

    /** Number of attributes. */
    public int attributeCount(int node) {
        return columns.attrEnd(node) - columns.attrFrom(node);
    }

    /** The {@code k}-th attribute. */
    public EtAttribute attribute(int node, int k) {
        return columns.attribute(columns.attrFrom(node) + k);
    }

    /** The attribute with this name (the last if there are several), or null. */
    public EtAttribute attribute(int node, String name) {
        int at = columns.findAttribute(node, columns.strings.find(name));
        return at < 0 ? null : columns.attribute(at);
    }

    /** Whether the node has an attribute of this name. */
    public boolean has(int node, String name) {
        return columns.findAttribute(node, columns.strings.find(name)) >= 0;
    }

    /** The value of an integer or bool attribute of any width, or {@code otherwise} when it is absent or of other kind. */
    public long integer(int node, String name, long otherwise) {
        int at = columns.findAttribute(node, columns.strings.find(name));
        return at < 0 ? otherwise : columns.integer(at, otherwise);
    }

    /** The number of an attribute's name in this graph, for {@link #integer(int, int, long)}; -1 when no node has it. */
    public int key(String name) {
        return columns.strings.find(name);
    }

    /** {@link #integer(int, String, long)} by the name's {@link #key}, for reading one attribute of many nodes. */
    public long integer(int node, int key, long otherwise) {
        int at = columns.findAttribute(node, key);
        return at < 0 ? otherwise : columns.integer(at, otherwise);
    }

    /** The kind of an attribute by its name's {@link #key}, or null when the node lacks it. */
    public EtAttribute.Kind kind(int node, int key) {
        int at = columns.findAttribute(node, key);
        return at < 0 ? null : columns.kind(at);
    }

    /** Whether the node has the attribute with this {@link #key}. */
    public boolean has(int node, int key) {
        return columns.findAttribute(node, key) >= 0;
    }

    /** The value of a string attribute, or {@code otherwise} when it is absent or of other kind. */
    public String string(int node, String name, String otherwise) {
        return string(node, columns.strings.find(name), otherwise);
    }

    /** {@link #string(int, String, String)} by the name's {@link #key}, for reading one attribute of many nodes. */
    public String string(int node, int key, String otherwise) {
        int at = columns.findAttribute(node, key);
        return at >= 0 && columns.kind(at) == EtAttribute.Kind.STRING ? (String) columns.value(at) : otherwise;
    }

    /** Whether the node is a host operator (is_cpu_op). */
    public boolean isCpuOp(int node) {
        return integer(node, EtNames.IS_CPU_OP, 0) != 0;
    }

    /** The node as a value. */
    public EtNode node(int node) {
        List<EtAttribute> attributes = new ArrayList<>(attributeCount(node));
        for (int k = 0; k < attributeCount(node); k++) {
            attributes.add(attribute(node, k));
        }
        return new EtNode(
                id(node),
                name(node),
                type(node),
                ctrlDeps(node),
                dataDeps(node),
                startMicros(node),
                durationMicros(node),
                inputs(node),
                outputs(node),
                List.copyOf(attributes));
    }

    /** All nodes as values; for small graphs and tests. */
    public List<EtNode> nodes() {
        List<EtNode> all = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            all.add(node(i));
        }
        return all;
    }
}
