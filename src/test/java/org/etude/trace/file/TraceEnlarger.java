// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes large traces out of small ones: the records are repeated with ids, correlations and times shifted, so that each
 * copy follows the one before; ids of the two files of a rank by the same number, so that they still belong together. Written compactly. Arguments of {@link #main}: input directory, rank, output directory,
 * number of copies, and "host" or "device" for one of them alone.
 */
public final class TraceEnlarger {
    private static final Set<String> IDS = Set.of(
            "id",
            "External id",
            "external id",
            "correlation",
            "Record function id",
            "Ev Idx",
            "ctrl_deps",
            "parent",
            "rf_id",
            "fw_parent");

    private static final List<String> LISTS = List.of("traceEvents", "nodes");

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private final int copies;
    private long shift;
    private long copy;
    private BigDecimal span = BigDecimal.ZERO;

    private TraceEnlarger(int copies) {
        this.copies = copies;
    }

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        int rank = Integer.parseInt(args[1]);
        String[] kinds = args.length > 4 ? new String[] {args[4]} : new String[] {"host", "device"};
        TraceEnlarger enlarger = new TraceEnlarger(Integer.parseInt(args[3]));
        for (String kind : kinds) {
            enlarger.measureIds(read(Path.of(args[0], kind + "_" + rank + ".json.gz")));
        }
        for (String kind : kinds) {
            Path out = Path.of(args[2], kind + "_" + rank + ".json");
            enlarger.write(read(Path.of(args[0], kind + "_" + rank + ".json.gz")), out);
            System.out.printf("%s: %,d bytes%n", out, Files.size(out));
        }
    }

    /** Writes {@code copies} copies of the records of one trace. */
    static void enlarge(Path in, Path out, int copies) throws IOException {
        TraceEnlarger enlarger = new TraceEnlarger(copies);
        JsonNode root = read(in);
        enlarger.measureIds(root);
        enlarger.write(root, out);
    }

    private static JsonNode read(Path in) throws IOException {
        try (InputStream bytes = Unpack.open(in, "")) {
            return MAPPER.readTree(bytes);
        }
    }

    private void measureIds(JsonNode root) {
        for (String list : LISTS) {
            for (JsonNode record : root.path(list)) {
                for (String name : IDS) {
                    shift = Math.max(shift, record.path(name).asLong() + 1);
                    shift = Math.max(shift, record.path("args").path(name).asLong() + 1);
                }
                for (JsonNode attr : record.path("attrs")) {
                    boolean id = IDS.contains(attr.path("name").asText());
                    shift = id ? Math.max(shift, attr.path("value").asLong() + 1) : shift;
                }
            }
        }
    }

    private void write(JsonNode root, Path out) throws IOException {
        Files.createDirectories(out.toAbsolutePath().getParent());
        try (JsonGenerator json =
                MAPPER.getFactory().createGenerator(new BufferedOutputStream(Files.newOutputStream(out), 1 << 20))) {
            json.writeStartObject();
            for (Map.Entry<String, JsonNode> field : root.properties()) {
                json.writeFieldName(field.getKey());
                if (LISTS.contains(field.getKey())) {
                    repeat(field.getValue(), json);
                } else {
                    json.writeTree(field.getValue());
                }
            }
            json.writeEndObject();
        }
    }

    private void repeat(JsonNode records, JsonGenerator json) throws IOException {
        measure(records);
        json.writeStartArray();
        for (copy = 0; copy < copies; copy++) {
            for (JsonNode record : records) {
                record(record, json, "");
            }
        }
        json.writeEndArray();
    }

    private void measure(JsonNode records) {
        BigDecimal low = null;
        BigDecimal high = BigDecimal.ZERO;
        for (JsonNode record : records) {
            if (record.has("ts") && "X".equals(record.path("ph").asText())) {
                BigDecimal start = record.get("ts").decimalValue();
                low = low == null || start.compareTo(low) < 0 ? start : low;
                high = high.max(start.add(record.path("dur").decimalValue()));
            }
        }
        span = low == null ? span : high.subtract(low).add(BigDecimal.TEN);
    }

    private void record(JsonNode node, JsonGenerator json, String key) throws IOException {
        if (node.isObject() && (key.isEmpty() || key.equals("args") || key.equals("attr"))) {
            boolean attr = key.equals("attr") && IDS.contains(node.path("name").asText());
            json.writeStartObject();
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                json.writeFieldName(field.getKey());
                boolean id = attr && field.getKey().equals("value");
                record(field.getValue(), json, id ? "rf_id" : field.getKey());
            }
            json.writeEndObject();
        } else if (node.isArray() && key.equals("attrs")) {
            json.writeStartArray();
            for (JsonNode attr : node) {
                record(attr, json, "attr");
            }
            json.writeEndArray();
        } else if (node.isIntegralNumber() && IDS.contains(key) && node.asLong() > 0) {
            json.writeNumber(node.asLong() + copy * shift);
        } else if (node.isNumber() && key.equals("ts")) {
            json.writeNumber(node.decimalValue().add(span.multiply(BigDecimal.valueOf(copy))));
        } else {
            json.writeTree(node);
        }
    }
}
