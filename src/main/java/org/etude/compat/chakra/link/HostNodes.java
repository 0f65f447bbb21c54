// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.report.Gzip;
import org.etude.report.Progress;

/**
 * Index of the nodes of an execution trace file, in the order of their ids, so that their text can be copied. Uses 44
 * bytes of memory per node; a compressed file is unpacked next to the output until this is closed.
 */
final class HostNodes implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .build())
            .build();

    private final Path unpacked;
    private final ObjectNode header = MAPPER.createObjectNode();
    private final LongArrayList ids = new LongArrayList();
    private final LongArrayList parents = new LongArrayList();
    private final LongArrayList offsets = new LongArrayList();
    private final IntArrayList spans = new IntArrayList();
    private final int[] order;
    private final RandomAccessFile text;

    /** Indexes a file, plain or gzip; the latter is unpacked into {@code spool}. */
    HostNodes(Path file, Path spool) throws IOException {
        unpacked = Gzip.isGzip(file) ? spool : null;
        if (unpacked != null) {
            try (InputStream in = Gzip.open(file)) {
                Files.copy(in, spool);
            }
        }
        Path plain = unpacked == null ? file : spool;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(plain), 1 << 16);
                JsonParser json = MAPPER.getFactory().createParser(in)) {
            readAll(json);
        }
        order = new int[ids.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.mergeSort(order, (a, b) -> Long.compareUnsigned(ids.getLong(a), ids.getLong(b)));
        text = new RandomAccessFile(plain.toFile(), "r");
    }

    private void readAll(JsonParser json) throws IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            if (key.equals("nodes") && json.currentToken() == JsonToken.START_ARRAY) {
                header.putNull("nodes");
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    readNode(json);
                }
            } else {
                header.set(key, json.readValueAsTree());
            }
        }
    }

    private void readNode(JsonParser json) throws IOException {
        if (ids.size() % 4096 == 0) {
            Progress.checkInterrupted();
        }
        long start = json.currentTokenLocation().getByteOffset();
        int[] span = new int[NodeText.SPANS];
        long id = 0;
        long parent = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            int at = NodeText.place(key);
            if (at >= 0 && !json.currentToken().isStructStart()) {
                span[at] = (int) (json.currentTokenLocation().getByteOffset() - start);
                id = at == NodeText.ID ? json.getValueAsLong() : id;
                parent = at == NodeText.PARENT ? json.getValueAsLong() : parent;
                json.finishToken();
                span[at + 1] = (int) (json.currentLocation().getByteOffset() - start);
                span[NodeText.FLAT] |= key.equals("parent") ? 1 : 0;
            } else {
                json.skipChildren();
            }
        }
        span[NodeText.END] = (int) (json.currentLocation().getByteOffset() - start);
        ids.add(id);
        parents.add(parent);
        offsets.add(start);
        spans.addElements(spans.size(), span);
    }

    static JsonMapper mapper() {
        return MAPPER;
    }

    /** The fields around the nodes, in order; {@code nodes} itself is null. */
    ObjectNode header() {
        return header;
    }

    int size() {
        return order.length;
    }

    /** The id of the {@code k}-th node in the order of ids. */
    long id(int k) {
        return ids.getLong(order[k]);
    }

    /** The id of its parent. */
    long parent(int k) {
        return parents.getLong(order[k]);
    }

    /** The text of the {@code k}-th node in the order of ids. */
    NodeText node(int k) throws IOException {
        int[] span = new int[NodeText.SPANS];
        spans.getElements(order[k] * NodeText.SPANS, span, 0, span.length);
        byte[] bytes = new byte[span[NodeText.END]];
        text.seek(offsets.getLong(order[k]));
        text.readFully(bytes);
        return NodeText.of(bytes, span);
    }

    @Override
    public void close() throws IOException {
        text.close();
        if (unpacked != null) {
            Files.deleteIfExists(unpacked);
        }
    }
}
