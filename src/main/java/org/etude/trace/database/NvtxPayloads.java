// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.Counted;

/**
 * The payloads of NVTX ranges in an export of Nsight Systems (schema 3.28 and earlier), of which the schemas are read, not
 * the values:
 *
 * <pre>
 * NVTX_EVENTS(..., domainId, jsonTextId, jsonText, binaryData, eventId)
 * NVTX_PAYLOAD_SCHEMAS(domainId, schemaId, name)
 * NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, name)
 * NVTX_EVENTS_PAYLOAD_SCHEMAS(eventId, domainId, payloadSchemaID)          with --dynamic-tables=all
 * </pre>
 *
 * A payload is binaryData, whose layout the export does not define, or a text of JSON. NCCL's ranges have schemas without a
 * name, with fields such as "Message size [bytes]".
 */
final class NvtxPayloads {
    private static final String EVENTS = "NVTX_EVENTS";
    private static final String SCHEMAS = "NVTX_PAYLOAD_SCHEMAS";
    private static final String ENTRIES = "NVTX_PAYLOAD_SCHEMA_ENTRIES";
    private static final String LINKS = "NVTX_EVENTS_PAYLOAD_SCHEMAS";
    /** Schemas, and fields of each, that are named. */
    private static final int NAMED = 8;
    /** Characters of a name that are shown. */
    private static final int SHOWN = 60;

    private final ProfilerDatabase database;

    NvtxPayloads(ProfilerDatabase database) {
        this.database = database;
    }

    /**
     * The name of the schema of event {@code e} as an SQL expression, for a range without a text; null where the
     * database does not state it.
     */
    String schemaName() throws SQLException {
        boolean stated = has(EVENTS, "eventId")
                && has(LINKS, "eventId", "domainId", "payloadSchemaID")
                && has(SCHEMAS, "domainId", "schemaId", "name");
        return stated
                ? "(SELECT p.name FROM " + LINKS + " l JOIN " + SCHEMAS + " p ON p.domainId = l.domainId"
                        + " AND p.schemaId = l.payloadSchemaID WHERE l.eventId = e.eventId LIMIT 1)"
                : null;
    }

    /**
     * What payloads the selected ranges have: {@code 2 ranges with an NVTX payload; schemas: step (index)}; "" for none.
     *
     * @param where condition on events {@code e}
     */
    String describe(String where) throws SQLException {
        List<String> payload = new ArrayList<>();
        if (has(EVENTS, "binaryData")) {
            payload.add("e.binaryData IS NOT NULL AND e.binaryData <> ''");
        }
        if (has(EVENTS, "jsonText")) {
            payload.add("COALESCE(e.jsonText, '') <> ''");
        }
        if (has(EVENTS, "jsonTextId")) {
            payload.add("COALESCE(e.jsonTextId, 0) <> 0");
        }
        if (payload.isEmpty()) {
            return "";
        }
        long count = database.numbers("SELECT COUNT(*) FROM " + EVENTS + " e WHERE " + where + " AND ("
                        + String.join(" OR ", payload) + ")")
                .get(0);
        List<String> schemas = count == 0 ? List.of() : schemas();
        String named = schemas.isEmpty() ? "" : "; schemas: " + String.join(", ", schemas);
        return count == 0 ? "" : Counted.of(count, "range", "ranges") + " with an NVTX payload" + named;
    }

    private List<String> schemas() throws SQLException {
        if (!has(SCHEMAS, "domainId", "schemaId", "name")) {
            return List.of();
        }
        String fields = has(ENTRIES, "domainId", "schemaId", "idx", "name")
                ? "(SELECT group_concat(n, ', ') FROM (SELECT substr(COALESCE(f.name, '?'), 1, " + SHOWN
                        + ") AS n FROM "
                        + ENTRIES + " f WHERE f.domainId = p.domainId AND f.schemaId = p.schemaId ORDER BY f.idx LIMIT "
                        + NAMED + "))"
                : "NULL";
        List<String> found =
                database.texts("SELECT DISTINCT substr(COALESCE(NULLIF(p.name, ''), 'unnamed'), 1, " + SHOWN
                        + ") || COALESCE(' (' || " + fields + " || ')', '') FROM " + SCHEMAS + " p ORDER BY 1 LIMIT "
                        + (NAMED + 1));
        if (found.size() > NAMED) {
            found.set(NAMED, "...");
        }
        return found;
    }

    private boolean has(String table, String... columns) throws SQLException {
        boolean all = database.has(table);
        for (String column : columns) {
            all = all && database.hasColumn(table, column);
        }
        return all;
    }
}
