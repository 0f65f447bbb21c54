// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.Counted;

/**
 * The payloads of NVTX ranges in an export of Nsight Systems (schema 3.28 and earlier), of which the schemas are read, and
 * the values where {@link NcclPayloads} knows them:
 *
 * <pre>
 * NVTX_EVENTS(..., domainId, jsonTextId, jsonText, binaryData, eventId)
 * NVTX_PAYLOAD_SCHEMAS(domainId, schemaId, name)
 * NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, name)
 * NVTX_EVENTS_PAYLOAD_SCHEMAS(eventId, globalPid, domainId, payloadSchemaID)          with --dynamic-tables=all
 * </pre>
 *
 * Events are numbered within their process. A payload is binaryData or a text of JSON. NCCL's ranges have schemas without
 * a name, with fields such as "Message size [bytes]".
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
    private final long process;

    /** Of one process. */
    NvtxPayloads(ProfilerDatabase database, long process) {
        this.database = database;
        this.process = process;
    }

    /** The name of the schema of event {@code e}, for a range without a text, as a further SQL argument; "" where unknown. */
    String name() throws SQLException {
        return statesSchemas() ? ", p.name" : "";
    }

    /** The join by which it is found; one row per event. */
    String join() throws SQLException {
        return statesSchemas()
                ? " LEFT JOIN (SELECT l.eventId AS eventId, MIN(n.name) AS name FROM " + LINKS + " l JOIN " + SCHEMAS
                        + " n ON n.domainId = l.domainId AND n.schemaId = l.payloadSchemaID WHERE "
                        + NsysSchema.pid("l.globalPid") + " = " + process
                        + " GROUP BY l.eventId) p ON p.eventId = e.eventId"
                : "";
    }

    private boolean statesSchemas() throws SQLException {
        return has(EVENTS, "eventId")
                && has(LINKS, "eventId", "globalPid", "domainId", "payloadSchemaID")
                && has(SCHEMAS, "domainId", "schemaId", "name");
    }

    /**
     * What payloads the selected ranges have: {@code 2 ranges with an NVTX payload, 1 with the size of a message of NCCL;
     * schemas: step (index)}; "" for none.
     *
     * @param where condition on events {@code e}
     * @param nccl the values that were read
     */
    String describe(String where, NcclPayloads nccl) throws SQLException {
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
        if (has(EVENTS, "eventId") && has(LINKS, "eventId", "globalPid")) {
            payload.add("e.eventId IN (SELECT eventId FROM " + LINKS + " WHERE " + NsysSchema.pid("globalPid") + " = "
                    + process + ")");
        }
        if (payload.isEmpty()) {
            return "";
        }
        long count = database.numbers("SELECT COUNT(*) FROM " + EVENTS + " e WHERE " + where + " AND ("
                        + String.join(" OR ", payload) + ")")
                .get(0);
        List<String> schemas = count == 0 ? List.of() : schemas();
        String named = schemas.isEmpty() ? "" : "; schemas: " + String.join(", ", schemas);
        return count == 0 ? "" : Counted.of(count, "range", "ranges") + " with an NVTX payload" + sizes(nccl) + named;
    }

    private static String sizes(NcclPayloads nccl) {
        if (nccl.lacksValues()) {
            return " (nsys export --include-blobs=true keeps the sizes of NCCL's messages)";
        }
        return (nccl.count() == 0 ? "" : ", " + nccl.count() + " of them with the size of a message of NCCL")
                + nccl.leftOut();
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
        return database.hasColumns(table, columns);
    }
}
