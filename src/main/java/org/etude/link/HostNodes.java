package org.etude.link;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.etude.report.Progress;

/**
 * The nodes of an execution trace file as they are written there, in the order of their ids. They are kept in a temporary file,
 * so memory holds 20 bytes a node.
 */
final class HostNodes implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                    .build())
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private final Path spool;
    private final ObjectNode header;
    private final LongArrayList ids = new LongArrayList();
    private final LongArrayList offsets = new LongArrayList();
    private final IntArrayList lengths = new IntArrayList();
    private final int[] order;
    private final RandomAccessFile nodes;

    /** Reads a file, plain or gzip, keeping its nodes in {@code spool} until closed. */
    HostNodes(Path file, Path spool) throws IOException {
        this.spool = spool;
        header = MAPPER.createObjectNode();
        try (InputStream in = open(file);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(spool));
                JsonParser json = MAPPER.getFactory().createParser(in)) {
            json.setCodec(MAPPER);
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                json.nextToken();
                if (key.equals("nodes") && json.currentToken() == JsonToken.START_ARRAY) {
                    header.putNull("nodes");
                    readNodes(json, out);
                } else {
                    header.set(key, json.readValueAsTree());
                }
            }
        }
        order = new int[ids.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.mergeSort(order, (a, b) -> Long.compareUnsigned(ids.getLong(a), ids.getLong(b)));
        nodes = new RandomAccessFile(spool.toFile(), "r");
    }

    private static InputStream open(Path file) throws IOException {
        BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        in.mark(2);
        boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return gzip ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private void readNodes(JsonParser json, OutputStream out) throws IOException {
        long at = 0;
        while (json.nextToken() == JsonToken.START_OBJECT) {
            if (ids.size() % 4096 == 0) {
                Progress.checkInterrupted();
            }
            ObjectNode node = HostLayout.current(json.readValueAsTree());
            byte[] bytes = MAPPER.writeValueAsBytes(node);
            ids.add(node.path("id").asLong());
            offsets.add(at);
            lengths.add(bytes.length);
            out.write(bytes);
            at += bytes.length;
        }
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

    /** The {@code k}-th node in the order of ids; a fresh copy. */
    ObjectNode node(int k) throws IOException {
        byte[] bytes = new byte[lengths.getInt(order[k])];
        nodes.seek(offsets.getLong(order[k]));
        nodes.readFully(bytes);
        JsonNode node = MAPPER.readTree(bytes);
        return (ObjectNode) node;
    }

    @Override
    public void close() throws IOException {
        nodes.close();
        Files.deleteIfExists(spool);
    }
}
