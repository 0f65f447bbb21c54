package org.etude.et;

import java.io.IOException;
import java.io.OutputStream;
import org.etude.report.Progress;

/** Writes a graph as the records of an ET file. */
final class EtWriter {
    private static final int METADATA_VERSION = 1;
    private static final int METADATA_ATTR = 2;

    private final EtColumns columns;
    private final EncodedNames names;
    private final EtAttributeWriter attributes;
    private final WireBuffer out = new WireBuffer();

    private EtWriter(EtColumns columns) {
        this.columns = columns;
        this.names = new EncodedNames(columns.strings);
        this.attributes = new EtAttributeWriter(columns, names);
    }

    static void write(EtGraph graph, OutputStream stream) throws IOException {
        EtWriter writer = new EtWriter(graph.columns());
        byte[] metadata = graph.encodedMetadata() == null ? metadata(graph) : graph.encodedMetadata();
        writer.out.raw(metadata);
        writer.out.writeDelimited(stream);
        for (int node = 0; node < graph.size(); node++) {
            writer.out.clear();
            writer.node(node);
            writer.out.writeDelimited(stream);
            if ((node & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
        }
    }

    /** The metadata record; never empty, because readers take an empty record for the end of the file. */
    static byte[] metadata(EtGraph graph) {
        EtColumns scratch = new EtColumns();
        graph.metadata().forEach(scratch::addAttribute);
        EtWriter writer = new EtWriter(scratch);
        writer.out.optionalTextField(METADATA_VERSION, graph.version());
        for (int at = 0; at < scratch.attrCount; at++) {
            writer.attributes.write(at, METADATA_ATTR, writer.out);
        }
        if (writer.out.size() == 0) {
            writer.out.textField(METADATA_VERSION, "");
        }
        return writer.out.toBytes();
    }

    private void node(int node) {
        out.varintField(EtNodeReader.ID, columns.id[node]);
        if (columns.name[node] != 0) {
            out.bytesField(EtNodeReader.NAME, names.bytes(columns.name[node]));
        }
        out.varintField(EtNodeReader.TYPE, columns.type[node]);
        deps(EtNodeReader.CTRL_DEPS, columns.ctrlFrom(node), columns.dataFrom(node));
        deps(EtNodeReader.DATA_DEPS, columns.dataFrom(node), columns.depEnd(node));
        out.varintField(EtNodeReader.START, columns.start[node]);
        out.varintField(EtNodeReader.DURATION, columns.duration[node]);
        io(EtNodeReader.INPUTS, columns.inputs[node]);
        io(EtNodeReader.OUTPUTS, columns.outputs[node]);
        for (int at = columns.attrFrom(node); at < columns.attrEnd(node); at++) {
            attributes.write(at, EtNodeReader.ATTR, out);
        }
        if (columns.nodeUnknown.containsKey(node)) {
            out.raw(columns.nodeUnknown.get(node));
        }
        if (out.size() == 0) {
            // An empty record would end the file for other readers: say the default id.
            out.tag(EtNodeReader.ID, WireCursor.VARINT);
            out.varint(0);
        }
    }

    private void deps(int field, int from, int to) {
        if (from < to) {
            int start = out.open(field);
            for (int k = from; k < to; k++) {
                out.varint(columns.deps[k]);
            }
            out.close(start);
        }
    }

    private void io(int field, long reference) {
        if (reference != 0) {
            IoStore ios = columns.ios;
            out.tag(field, WireCursor.BYTES);
            out.varint(ios.length(reference));
            out.raw(ios.segment(reference), ios.start(reference), ios.length(reference));
        }
    }
}
