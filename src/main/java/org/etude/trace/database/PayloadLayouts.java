// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The layouts of NVTX payloads that hold values of {@link NcclValues}, and the reader of the payloads: with {@code
 * --include-blobs=true} nsys exports each as a BLOB, little-endian (no public document defines it; its layout is that of
 * other readers of such exports):
 *
 * <pre>
 * 0 domain (4 bytes of 8)   8 schema (4 of 8)   16 size of the payload   24 size of all   32 payload
 * </pre>
 *
 * Offsets of fields are in NVTX_PAYLOAD_SCHEMA_ENTRIES, whose types are those of nvToolsExtPayload.h. A payload that is
 * shorter than its schema says, or of a schema that is defined twice, is not read.
 */
final class PayloadLayouts {
    private static final int HEADER = 32;
    private static final int MOST = 100_000;
    /** The types int, uint, int32 and uint32; long, unsigned long, both long long, int64, uint64 and size_t. */
    private static final Set<Long> FOUR_BYTES = Set.of(5L, 6L, 15L, 16L);

    private static final Set<Long> EIGHT_BYTES = Set.of(7L, 8L, 9L, 10L, 17L, 18L, 22L);

    /** A schema of a domain. */
    private record Key(long domain, long schema) {}

    /** Where a value lies. */
    private record Field(long offset, int width) {}

    private final Map<Key, Field[]> layouts = new HashMap<>();

    /** Reads the layouts of a database; none where it has no such table. */
    static PayloadLayouts of(ProfilerDatabase database) throws SQLException {
        PayloadLayouts layouts = new PayloadLayouts();
        if (!database.hasColumns(
                "NVTX_PAYLOAD_SCHEMA_ENTRIES", "domainId", "schemaId", "idx", "type", "name", "offset")) {
            return layouts;
        }
        Set<Key> twice = new HashSet<>();
        try (Statement statement = database.connection().createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT DISTINCT domainId, schemaId, type, name, COALESCE(offset, 0)"
                                + " FROM NVTX_PAYLOAD_SCHEMA_ENTRIES WHERE name IN ('"
                                + String.join("', '", NcclValues.FIELDS.keySet()) + "') LIMIT " + MOST)) {
            while (rows.next()) {
                Key key = new Key(rows.getLong(1) & 0xffffffffL, rows.getLong(2) & 0xffffffffL);
                Field[] fields = layouts.layouts.computeIfAbsent(key, k -> new Field[NcclValues.COUNT]);
                int at = NcclValues.FIELDS.get(rows.getString(4));
                if (fields[at] != null) {
                    twice.add(key);
                }
                int width = FOUR_BYTES.contains(rows.getLong(3)) ? 4 : EIGHT_BYTES.contains(rows.getLong(3)) ? 8 : 0;
                fields[at] = new Field(rows.getLong(5), width);
            }
        }
        layouts.layouts.keySet().removeAll(twice);
        return layouts;
    }

    /** Whether a payload of the database can hold the size of a message. */
    boolean haveSizes() {
        return layouts.values().stream().anyMatch(fields -> fields[1] != null);
    }

    /** The values of a payload; null if it is none that can be read. */
    NcclValues read(Object payload) {
        if (!(payload instanceof byte[] bytes) || bytes.length < HEADER) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Field[] fields = layouts.get(new Key(in.getInt(0) & 0xffffffffL, in.getInt(8) & 0xffffffffL));
        long size = in.getLong(16);
        if (fields == null || size < 0 || size != bytes.length - HEADER || in.getLong(24) != bytes.length) {
            return null;
        }
        Long[] values = new Long[NcclValues.COUNT];
        for (int k = 0; k < values.length; k++) {
            Field field = fields[k];
            if (field != null && field.width > 0 && field.offset >= 0 && field.offset <= size - field.width) {
                int at = HEADER + (int) field.offset;
                values[k] = field.width == 4 ? in.getInt(at) : in.getLong(at);
            }
        }
        return NcclValues.of(values);
    }
}
