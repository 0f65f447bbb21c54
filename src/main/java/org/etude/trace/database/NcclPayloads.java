// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.trace.comm.CommNames;

/**
 * The values in payloads of NCCL's NVTX ranges of one process: message sizes, communicators, peers. Two exports have them
 * (NVIDIA, Nsight Systems, "SQLite Schema Reference"): with {@code --dynamic-tables=all} there is a table per process and
 * schema, which has a column per field and one row per event,
 *
 * <pre>
 * DYNAMIC_NVTXPAYLOAD_DATATYPE_[globalPid]_[domainId]_[schemaId](eventId, ...)
 * NVTX_EVENTS_PAYLOAD_SCHEMAS(eventId, globalPid, domainId, payloadSchemaID)
 * NVTX_EXPORT_TRANSLATION(originalName, sanitizedName)                             names of fields and of their columns
 * </pre>
 *
 * and with {@code --include-blobs=true} NVTX_EVENTS.binaryData, which {@link PayloadLayouts} reads.
 */
final class NcclPayloads implements EventQuery.Details {
    /** Tables and communicators of a process that are looked at. */
    private static final int MOST = 400;

    private static final int MOST_COMMUNICATORS = 100_000;
    private static final String EVENTS = "NVTX_EVENTS";

    private final ProfilerDatabase database;
    private final PayloadLayouts layouts;
    private final boolean blobs;
    /** A query of eventId and the values of every dynamic table; "" for none. */
    private final String tables;

    private final Map<Long, Long> ranks = new HashMap<>();
    private long read;
    private boolean dropped;

    /**
     * Looks at what a process recorded.
     *
     * @param name the SQL of a range's name
     * @param from the tables in which it is, with events {@code e}
     * @param where condition on events of the process
     */
    NcclPayloads(ProfilerDatabase database, long process, String name, String from, String where) throws SQLException {
        this.database = database;
        layouts = PayloadLayouts.of(database, process);
        blobs = layouts.haveSizes() && database.hasColumns(EVENTS, "binaryData");
        tables = database.hasColumns(EVENTS, "eventId") ? tables(process) : "";
        survey(name, from, where);
    }

    private String tables(long process) throws SQLException {
        if (!database.hasColumns("NVTX_EVENTS_PAYLOAD_SCHEMAS", "globalPid", "domainId", "payloadSchemaID")) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        List<String> names =
                database.texts("SELECT DISTINCT 'DYNAMIC_NVTXPAYLOAD_DATATYPE_' || CAST(globalPid AS INTEGER)"
                        + " || '_' || CAST(domainId AS INTEGER) || '_' || CAST(payloadSchemaID AS INTEGER)"
                        + " FROM NVTX_EVENTS_PAYLOAD_SCHEMAS WHERE " + NsysSchema.pid("globalPid") + " = " + process
                        + " ORDER BY 1 LIMIT " + (MOST + 1));
        dropped = names.size() > MOST;
        for (String name : names.subList(0, Math.min(names.size(), MOST))) {
            if (database.has(name) && database.hasColumns(name, "eventId")) {
                parts.add(values(name));
            }
        }
        return String.join(" UNION ALL ", parts);
    }

    private String values(String table) throws SQLException {
        String[] columns = new String[NcclValues.COUNT];
        List<String> present = database.columns(table);
        boolean parent = present.stream().anyMatch(column -> letters(column).equals(letters(NcclValues.PARENT)));
        for (String field : NcclValues.FIELDS.keySet()) {
            List<String> translated = database.hasColumns("NVTX_EXPORT_TRANSLATION", "originalName", "sanitizedName")
                    ? database.texts(
                            "SELECT sanitizedName FROM NVTX_EXPORT_TRANSLATION WHERE originalName = '" + field + "'")
                    : List.of();
            for (String column : present) {
                if (translated.contains(column) || letters(column).equals(letters(field))) {
                    columns[NcclValues.FIELDS.get(field)] = '"' + column.replace("\"", "\"\"") + '"';
                }
            }
        }
        StringBuilder select = new StringBuilder("SELECT eventId");
        for (int k = 0; k < columns.length; k++) {
            select.append(", ")
                    .append(parent || columns[k] == null ? "NULL" : columns[k])
                    .append(" AS v")
                    .append(k);
        }
        return select + " FROM " + table;
    }

    /** Letters and digits only, because the export writes others of a field's name in its own way. */
    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** Counts the messages whose size can be read, and notes the sizes of communicators. */
    private void survey(String name, String from, String where) throws SQLException {
        if (!blobs && tables.isEmpty()) {
            return;
        }
        List<String> payload = new ArrayList<>();
        if (blobs) {
            payload.add("e.binaryData IS NOT NULL");
        }
        if (!tables.isEmpty()) {
            payload.add("v.eventId IS NOT NULL");
        }
        String sql = "SELECT " + columns() + ", " + name + from + join() + " WHERE " + where + " AND ("
                + String.join(" OR ", payload) + ")";
        try (Statement statement = database.connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                NcclValues values = values(rows, 1);
                boolean sized = values != null && values.communicator() != null && values.ranks() > 0;
                if (sized && ranks.size() < MOST_COMMUNICATORS) {
                    ranks.put(values.communicator(), values.ranks());
                }
                String call = rows.getString(NcclValues.COUNT + 2);
                boolean counts = values != null && values.bytes() >= 0 && call != null;
                read += counts && CommNames.isLibraryCall(call) ? 1 : 0;
            }
        }
    }

    /** What was left out, in words; "" when nothing was. */
    String leftOut() {
        return dropped ? " (the tables of " + MOST + " schemas were read, those of others were not)" : "";
    }

    /** How many ranges of the process have the size of a message. */
    long count() {
        return read;
    }

    /** Whether ranges may have sizes which this export does not hold. */
    boolean lacksValues() {
        return read == 0 && layouts.haveSizes();
    }

    /** The columns with the values of event {@code e}. */
    String columns() {
        return (tables.isEmpty() ? "NULL, NULL, NULL, NULL" : "v.v0, v.v1, v.v2, v.v3")
                + (blobs ? ", e.binaryData" : ", NULL");
    }

    /** The join by which they are found; one row per event. */
    String join() {
        return tables.isEmpty()
                ? ""
                : " LEFT JOIN (SELECT eventId, MAX(v0) AS v0, MAX(v1) AS v1, MAX(v2) AS v2, MAX(v3) AS v3 FROM ("
                        + tables + ") GROUP BY eventId) v ON v.eventId = e.eventId";
    }

    @Override
    public String members(String name, ResultSet rows, int first) throws SQLException {
        NcclValues values = values(rows, first);
        if (values == null) {
            return "";
        }
        return values.members(
                name, values.communicator() == null ? -1 : ranks.getOrDefault(values.communicator(), -1L));
    }

    /** A column may hold anything: a number with a fraction has lost digits, or is none that NCCL wrote. */
    private static Long whole(Object value) {
        return value instanceof Integer || value instanceof Long ? (Long) ((Number) value).longValue() : null;
    }

    private NcclValues values(ResultSet rows, int first) throws SQLException {
        Long[] values = new Long[NcclValues.COUNT];
        boolean any = false;
        for (int k = 0; k < values.length; k++) {
            values[k] = whole(rows.getObject(first + k));
            any |= values[k] != null;
        }
        return any ? NcclValues.of(values) : layouts.read(rows.getObject(first + NcclValues.COUNT));
    }
}
