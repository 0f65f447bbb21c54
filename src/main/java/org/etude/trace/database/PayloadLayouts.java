// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The layouts of NVTX payloads that hold values of {@link NcclValues}, and the reader of the payloads: with {@code
 * --include-blobs=true} nsys exports each as a BLOB, little-endian (no public document defines it; its layout is that of
 * other readers of such exports):
 *
 * <pre>
 * 0 domain (4 bytes of 8)   8 schema (4 of 8)   16 size of the payload   24 size of all   32 payload
 * </pre>
 *
 * Offsets of fields are in NVTX_PAYLOAD_SCHEMA_ENTRIES, whose types are those of nvToolsExtPayload.h. Where that table does
 * not state processes, two of them may define a schema differently under one number. Not read are a payload that is
 * shorter than its schema says, a schema that defines a field twice or has fields that overlap, a field without an offset
 * that is not the first, and a schema with a {@link NcclValues#PARENT}.
 */
final class PayloadLayouts {
    private static final String ENTRIES = "NVTX_PAYLOAD_SCHEMA_ENTRIES";
    private static final int HEADER = 32;
    private static final int MOST = 100_000;
    /** The types int, uint, int32 and uint32; long, unsigned long, both long long, int64, uint64 and size_t. */
    private static final Set<Long> FOUR_BYTES = Set.of(5L, 6L, 15L, 16L);

    private static final Set<Long> EIGHT_BYTES = Set.of(7L, 8L, 9L, 10L, 17L, 18L, 22L);

    /** A schema of a domain. */
    private record Key(long domain, long schema) {}

    /** Where a value lies: offset and width in bytes; a negative offset or no width where that is unknown. */
    private record Field(long offset, int width) {
        boolean isKnown() {
            return offset >= 0 && width > 0;
        }
    }

    /** The fields of a schema. */
    private static final class Layout {
        private final Field[] wanted = new Field[NcclValues.COUNT];
        private final Map<Long, Field> byIndex = new TreeMap<>();
        private boolean parent;
        private boolean contradicts;

        void add(long index, String name, Field field) {
            contradicts |= byIndex.put(index, field) != null;
            parent |= NcclValues.PARENT.equals(name);
            Integer at = name == null ? null : NcclValues.FIELDS.get(name);
            if (at != null) {
                contradicts |= wanted[at] != null;
                wanted[at] = field;
            }
        }

        /** Whether each of its fields is defined once, apart from the others. */
        boolean isSound() {
            long end = 0;
            List<Field> fields = byIndex.values().stream()
                    .filter(Field::isKnown)
                    .sorted(Comparator.comparingLong(Field::offset))
                    .toList();
            for (Field field : fields) {
                if (field.offset < end) {
                    return false;
                }
                end = field.offset + Math.min(field.width, Long.MAX_VALUE - field.offset);
            }
            return !contradicts && !parent;
        }
    }

    private final Map<Key, Field[]> layouts = new HashMap<>();

    /** Reads the layouts of a process; none where the database has no such table. */
    static PayloadLayouts of(ProfilerDatabase database, long process) throws SQLException {
        PayloadLayouts layouts = new PayloadLayouts();
        if (!database.hasColumns(ENTRIES, "domainId", "schemaId", "idx", "type", "name", "offset")) {
            return layouts;
        }
        String own = database.hasColumns(ENTRIES, "globalPid") ? NsysSchema.pid("globalPid") + " = " + process : "1";
        Map<Key, Layout> found = new HashMap<>();
        try (Statement statement = database.connection().createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT DISTINCT domainId, schemaId, idx, type, name, offset FROM "
                                + ENTRIES + " WHERE " + own
                                + " AND (domainId, schemaId) IN (SELECT domainId, schemaId FROM " + ENTRIES
                                + " WHERE name IN ('" + String.join("', '", NcclValues.FIELDS.keySet()) + "')) LIMIT "
                                + MOST)) {
            while (rows.next()) {
                Key key = new Key(rows.getLong(1) & 0xffffffffL, rows.getLong(2) & 0xffffffffL);
                Field field = new Field(offset(rows.getObject(6), rows.getLong(3)), width(rows.getLong(4)));
                found.computeIfAbsent(key, k -> new Layout()).add(rows.getLong(3), rows.getString(5), field);
            }
        }
        found.values().removeIf(layout -> !layout.isSound());
        found.forEach((key, layout) -> layouts.layouts.put(key, layout.wanted));
        return layouts;
    }

    /** The export leaves out an offset of 0, which only the first field has; a number that is not whole is none. */
    private static long offset(Object stated, long index) {
        if (stated == null) {
            return index == 0 ? 0 : -1;
        }
        return stated instanceof Integer || stated instanceof Long ? ((Number) stated).longValue() : -1;
    }

    private static int width(long type) {
        return FOUR_BYTES.contains(type) ? 4 : EIGHT_BYTES.contains(type) ? 8 : 0;
    }

    /** Whether a payload of the database can hold the size of a message. */
    boolean haveSizes() {
        return layouts.values().stream().anyMatch(fields -> fields[1] != null && fields[1].isKnown());
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
            if (field != null && field.isKnown() && field.offset <= size - field.width) {
                int at = HEADER + (int) field.offset;
                values[k] = field.width == 4 ? in.getInt(at) : in.getLong(at);
            }
        }
        return NcclValues.of(values);
    }
}
