// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.etude.et.graph.EtColumns;
import org.etude.et.graph.EtGraph;
import org.etude.report.Progress;

/** Writes a graph as the records of an ET file. */
final class EtWriter {
    private static final int METADATA_VERSION = 1;
    private static final int METADATA_ATTR = 2;

    private EtWriter() {}

    static void write(EtGraph graph, OutputStream stream) throws IOException {
        CodedOutputStream out = CodedOutputStream.newInstance(stream, 1 << 16);
        out.writeByteArrayNoTag(graph.encodedMetadata() == null ? metadata(graph) : graph.encodedMetadata());
        EtNodeWriter nodes = new EtNodeWriter(graph.columns());
        for (int node = 0; node < graph.size(); node++) {
            nodes.write(node, out);
            if ((node & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
        }
        out.flush();
    }

    /** The metadata record; never empty, because readers treat an empty record as the end of the file. */
    static byte[] metadata(EtGraph graph) throws IOException {
        EtColumns scratch = new EtColumns();
        graph.metadata().forEach(scratch::addAttribute);
        EtAttributeWriter attributes = new EtAttributeWriter(scratch, new EncodedNames(scratch.strings));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        if (!graph.version().isEmpty() || scratch.attrCount == 0) {
            // Not as a string: the library's encoder of texts first looks for Android in every jar of the class path.
            out.writeByteArray(METADATA_VERSION, graph.version().getBytes(StandardCharsets.UTF_8));
        }
        for (int at = 0; at < scratch.attrCount; at++) {
            attributes.write(at, METADATA_ATTR, out);
        }
        out.flush();
        return bytes.toByteArray();
    }
}
