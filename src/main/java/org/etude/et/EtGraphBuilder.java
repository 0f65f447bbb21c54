package org.etude.et;

import java.util.Arrays;
import java.util.List;

/** Builds an {@link EtGraph} node by node. Not for sharing between threads; {@link #build()} ends its life. */
public final class EtGraphBuilder {
    private final String version;
    private final List<EtAttribute> metadata;
    private EtColumns columns = new EtColumns();

    /** A graph with this GlobalMetadata. */
    public EtGraphBuilder(String version, List<EtAttribute> metadata) {
        this.version = version;
        this.metadata = metadata;
    }

    /** Appends a node. */
    public EtGraphBuilder add(EtNode node) {
        begin(node.id(), node.name(), node.type(), node.startMicros(), node.durationMicros());
        io(node.inputs(), node.outputs());
        deps(node.ctrlDeps(), node.dataDeps());
        for (EtAttribute attribute : node.attributes()) {
            columns.addAttribute(attribute);
        }
        end();
        return this;
    }

    /** Appends a node of another graph with other dependencies; cheaper than going through {@link EtNode}. */
    public EtGraphBuilder add(EtGraph from, int node, long[] ctrlDeps, long[] dataDeps) {
        begin(from.id(node), from.name(node), from.type(node), from.startMicros(node), from.durationMicros(node));
        io(from.inputs(node), from.outputs(node));
        deps(ctrlDeps, dataDeps);
        for (int k = 0; k < from.attributeCount(node); k++) {
            columns.addAttribute(from.attribute(node, k));
        }
        end();
        return this;
    }

    /** The graph. */
    public EtGraph build() {
        EtGraph graph = new EtGraph(version, metadata, columns);
        columns = null;
        return graph;
    }

    private void begin(long id, String name, EtNodeType type, long start, long duration) {
        EtColumns c = columns;
        if (c.size == c.id.length) {
            int wider = c.size * 2;
            c.id = Arrays.copyOf(c.id, wider);
            c.name = Arrays.copyOf(c.name, wider);
            c.type = Arrays.copyOf(c.type, wider);
            c.start = Arrays.copyOf(c.start, wider);
            c.duration = Arrays.copyOf(c.duration, wider);
            c.inputs = Arrays.copyOf(c.inputs, wider);
            c.outputs = Arrays.copyOf(c.outputs, wider);
            c.depStart = Arrays.copyOf(c.depStart, 2 * wider + 1);
            c.attrStart = Arrays.copyOf(c.attrStart, wider + 1);
        }
        c.id[c.size] = id;
        c.name[c.size] = c.strings.idOf(name);
        c.type[c.size] = (byte) type.ordinal();
        c.start[c.size] = start;
        c.duration[c.size] = duration;
    }

    private void io(EtIo inputs, EtIo outputs) {
        columns.inputs[columns.size] = keep(inputs);
        columns.outputs[columns.size] = keep(outputs);
    }

    private int keep(EtIo io) {
        if (io == null) {
            return 0;
        }
        columns.ios.add(io);
        return columns.ios.size();
    }

    private void deps(long[] ctrl, long[] data) {
        EtColumns c = columns;
        int need = c.depCount + ctrl.length + data.length;
        if (need > c.deps.length) {
            c.deps = Arrays.copyOf(c.deps, Math.max(need, c.deps.length * 2));
        }
        System.arraycopy(ctrl, 0, c.deps, c.depCount, ctrl.length);
        System.arraycopy(data, 0, c.deps, c.depCount + ctrl.length, data.length);
        c.depStart[2 * c.size + 1] = c.depCount + ctrl.length;
        c.depStart[2 * c.size + 2] = need;
        c.depCount = need;
    }

    private void end() {
        columns.size++;
        columns.attrStart[columns.size] = columns.attrCount;
    }
}
