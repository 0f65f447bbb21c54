// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import org.etude.et.graph.EtColumns;
import org.etude.et.graph.IoStore;

/** Writes Node messages from columns, each preceded by its length. */
final class EtNodeWriter {
    private final EtColumns columns;
    private final EncodedNames names;
    private final EtAttributeWriter attributes;

    EtNodeWriter(EtColumns columns) {
        this.columns = columns;
        this.names = new EncodedNames(columns.strings);
        this.attributes = new EtAttributeWriter(columns, names);
    }

    void write(int node, CodedOutputStream out) throws IOException {
        int size = size(node);
        if (size == 0) {
            // An empty record would end the file for other readers, so write the default id.
            out.writeUInt32NoTag(CodedOutputStream.computeUInt64Size(EtNodeReader.ID, 0));
            out.writeUInt64(EtNodeReader.ID, 0);
            return;
        }
        out.writeUInt32NoTag(size);
        number(EtNodeReader.ID, columns.id[node], out);
        if (columns.name[node] != 0) {
            out.writeByteArray(EtNodeReader.NAME, names.bytes(columns.name[node]));
        }
        number(EtNodeReader.TYPE, columns.type[node], out);
        deps(EtNodeReader.CTRL_DEPS, columns.ctrlFrom(node), columns.dataFrom(node), out);
        deps(EtNodeReader.DATA_DEPS, columns.dataFrom(node), columns.depEnd(node), out);
        number(EtNodeReader.START, columns.start[node], out);
        number(EtNodeReader.DURATION, columns.duration[node], out);
        io(EtNodeReader.INPUTS, columns.inputs[node], out);
        io(EtNodeReader.OUTPUTS, columns.outputs[node], out);
        for (int at = columns.attrFrom(node); at < columns.attrEnd(node); at++) {
            attributes.write(at, EtNodeReader.ATTR, out);
        }
        if (columns.nodeUnknown.containsKey(node)) {
            out.writeRawBytes(columns.nodeUnknown.get(node));
        }
    }

    private int size(int node) {
        int size = numberSize(EtNodeReader.ID, columns.id[node])
                + numberSize(EtNodeReader.TYPE, columns.type[node])
                + depsSize(EtNodeReader.CTRL_DEPS, columns.ctrlFrom(node), columns.dataFrom(node))
                + depsSize(EtNodeReader.DATA_DEPS, columns.dataFrom(node), columns.depEnd(node))
                + numberSize(EtNodeReader.START, columns.start[node])
                + numberSize(EtNodeReader.DURATION, columns.duration[node])
                + ioSize(EtNodeReader.INPUTS, columns.inputs[node])
                + ioSize(EtNodeReader.OUTPUTS, columns.outputs[node]);
        if (columns.name[node] != 0) {
            size += CodedOutputStream.computeByteArraySize(EtNodeReader.NAME, names.bytes(columns.name[node]));
        }
        for (int at = columns.attrFrom(node); at < columns.attrEnd(node); at++) {
            size += EtAttributeSizes.message(EtNodeReader.ATTR, attributes.size(at));
        }
        return columns.nodeUnknown.containsKey(node) ? size + columns.nodeUnknown.get(node).length : size;
    }

    /** proto3 omits a number that is 0. */
    private static void number(int field, long value, CodedOutputStream out) throws IOException {
        if (value != 0) {
            out.writeUInt64(field, value);
        }
    }

    private static int numberSize(int field, long value) {
        return value == 0 ? 0 : CodedOutputStream.computeUInt64Size(field, value);
    }

    private void deps(int field, int from, int to, CodedOutputStream out) throws IOException {
        if (from < to) {
            EtAttributeWriter.open(field, packedSize(from, to), out);
            for (int k = from; k < to; k++) {
                out.writeUInt64NoTag(columns.deps[k]);
            }
        }
    }

    private int depsSize(int field, int from, int to) {
        return from < to ? EtAttributeSizes.message(field, packedSize(from, to)) : 0;
    }

    private int packedSize(int from, int to) {
        int size = 0;
        for (int k = from; k < to; k++) {
            size += CodedOutputStream.computeUInt64SizeNoTag(columns.deps[k]);
        }
        return size;
    }

    private void io(int field, long reference, CodedOutputStream out) throws IOException {
        if (reference != 0) {
            IoStore ios = columns.ios;
            out.writeByteArray(field, ios.segment(reference), ios.start(reference), ios.length(reference));
        }
    }

    private int ioSize(int field, long reference) {
        return reference == 0 ? 0 : EtAttributeSizes.message(field, columns.ios.length(reference));
    }
}
