// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.etude.trace.model.DType;

/**
 * The arguments of RCCL's calls in a database of rocprofv3, which keeps those of every call it records (ROCm/rocprofiler-sdk,
 * source/share/rocprofiler-sdk-rocpd/rocpd_tables.sql; their names are those of rccl.h), as texts:
 *
 * <pre>
 * rocpd_arg(event_id, guid, name, value)          count, sendcount or recvcount; datatype, a number or name of ncclDataType_t; peer
 * </pre>
 */
final class RcclArguments implements EventQuery.Details {
    private static final String ARGUMENTS = "rocpd_arg";
    /** The names of ncclDataType_t, by number. */
    private static final List<String> TYPES = List.of(
            "ncclInt8",
            "ncclUint8",
            "ncclInt32",
            "ncclUint32",
            "ncclInt64",
            "ncclUint64",
            "ncclFloat16",
            "ncclFloat32",
            "ncclFloat64",
            "ncclBfloat16",
            "ncclFloat8e4m3",
            "ncclFloat8e5m2");

    private final boolean kept;

    RcclArguments(ProfilerDatabase database) throws SQLException {
        kept = database.hasColumns(ARGUMENTS, "event_id", "guid", "name", "value")
                && database.hasColumns("regions", "event_id", "guid");
    }

    /** The columns with the arguments of region {@code r}. */
    String columns() {
        return kept ? "a.elements, a.type, a.peer" : "NULL, NULL, NULL";
    }

    /** The join by which they are found; one row per region. */
    String join() {
        return kept
                ? " LEFT JOIN (SELECT event_id, guid, MAX(CASE WHEN name LIKE '%count' THEN value END) AS elements,"
                        + " MAX(CASE name WHEN 'datatype' THEN value END) AS type,"
                        + " MAX(CASE name WHEN 'peer' THEN value END) AS peer FROM " + ARGUMENTS
                        + " WHERE name IN ('count', 'sendcount', 'recvcount', 'datatype', 'peer') AND event_id IN"
                        + " (SELECT event_id FROM regions WHERE name LIKE 'nccl%') GROUP BY event_id, guid) a"
                        + " ON a.event_id = r.event_id AND a.guid = r.guid"
                : "";
    }

    @Override
    public String members(String name, ResultSet rows, int first) throws SQLException {
        Long elements = number(rows.getString(first));
        String type = rows.getString(first + 1);
        Long number = number(type);
        String named = number == null ? type : number < TYPES.size() ? TYPES.get(number.intValue()) : null;
        if (elements == null || named == null || DType.bytesOf(named) < 0) {
            return "";
        }
        String members = NcclValues.of(null, elements, null, number(rows.getString(first + 2)))
                .members(name, -1);
        if (members.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder(members).append(",\"dtype\":");
        EventText.quoted(named, out);
        return out.toString();
    }

    private static Long number(String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.valueOf(text) : null;
    }
}
