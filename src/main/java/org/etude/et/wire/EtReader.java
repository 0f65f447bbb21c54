// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtColumns;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.WireCursor;
import org.etude.et.graph.WireFault;
import org.etude.report.Progress;

/** Reads the records of one ET file into a graph. */
final class EtReader {
    private static final int METADATA_ATTR = 2;

    private final RecordSource source;
    private final WireCursor in = new WireCursor();
    private long record;

    EtReader(InputStream in) {
        this.source = new RecordSource(in);
    }

    /** Number of the current record; the metadata is record 0. */
    long record() {
        return record;
    }

    RecordSource source() {
        return source;
    }

    EtGraph read() throws IOException {
        if (!source.next()) {
            throw new WireFault(0, "the file is empty");
        }
        byte[] encoded = Arrays.copyOfRange(source.buffer(), source.recordStart(), source.recordEnd());
        EtGraphBuilder builder = metadata();
        EtNodeReader nodes = new EtNodeReader(builder);
        for (record = 1; source.next(); record++) {
            if (source.recordStart() == source.recordEnd()) {
                throw new WireFault(source.recordStart(), "the record is empty");
            }
            nodes.read(in.over(source.buffer(), source.recordStart(), source.recordEnd()));
            if ((record & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
        }
        EtGraph graph = builder.build(encoded);
        return Arrays.equals(encoded, EtWriter.metadata(graph)) ? graph.withoutEncodedMetadata() : graph;
    }

    private EtGraphBuilder metadata() {
        in.over(source.buffer(), source.recordStart(), source.recordEnd());
        EtColumns scratch = new EtColumns();
        EtAttributeReader attributes = new EtAttributeReader(scratch, new NameCache(scratch.strings));
        String version = "";
        while (in.more()) {
            int tag = in.tag();
            if (tag >>> 3 == 1 && (tag & 7) == WireCursor.BYTES) {
                version = in.text(in.lengthEnd());
            } else if (tag >>> 3 == METADATA_ATTR && (tag & 7) == WireCursor.BYTES) {
                int outer = in.enter(in.lengthEnd());
                attributes.read(in);
                in.leave(outer);
            } else {
                in.skip(tag);
            }
        }
        List<EtAttribute> list = new ArrayList<>();
        for (int at = 0; at < scratch.attrCount; at++) {
            list.add(scratch.attribute(at));
        }
        return new EtGraphBuilder(version, list);
    }
}
