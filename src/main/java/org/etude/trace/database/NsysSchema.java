// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The SQLite export of Nsight Systems ({@code nsys export --type sqlite}; NVIDIA, Nsight Systems user guide, "SQLite
 * Schema Reference"). A table exists only if something was recorded for it:
 *
 * <pre>
 * StringIds(id, value)
 * CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, streamId, correlationId, globalPid, demangledName, shortName)
 * CUPTI_ACTIVITY_KIND_MEMCPY(start, end, deviceId, streamId, correlationId, globalPid, bytes, copyKind)
 * CUPTI_ACTIVITY_KIND_MEMSET(start, end, deviceId, streamId, correlationId, globalPid, bytes)
 * CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId, streamId, correlationId, globalPid, graphId)
 * CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start, end, deviceId, streamId, correlationId, globalPid, syncType, eventSyncId)
 * CUPTI_ACTIVITY_KIND_CUDA_EVENT(correlationId, globalPid, eventSyncId)
 * CUPTI_ACTIVITY_KIND_RUNTIME(start, end, globalTid, correlationId, nameId)
 * NVTX_EVENTS(start, end, eventType, text, textId, globalTid)          ranges only: 59 push and pop, 60 start and end
 * NVTX_PAYLOAD_SCHEMAS, NVTX_PAYLOAD_SCHEMA_ENTRIES, NVTX_EVENTS_PAYLOAD_SCHEMAS          see {@link NvtxPayloads}
 * TARGET_INFO_GPU(id, name)    TARGET_INFO_SESSION_START_TIME(utcEpochNs)
 * </pre>
 *
 * Unless {@code --cuda-graph-trace=node} was given, the kernels of a CUDA graph are not recorded and a launch of it is one
 * row of GRAPH_TRACE, read as one kernel. Older versions write defaults instead of NULL: an empty text where a range has a
 * textId, the end 0 where it did not end; the oldest have no textId. Kinds of copies are those of ENUM_CUDA_MEMCPY_OPER; 11 to 13
 * are pages of unified memory that the driver moved, which no call asked for. A range without a text has the name of its
 * payload's schema, if that is known. A synchronisation has the correlation of its call, a stream where that is known (4294967295 otherwise), the kinds of
 * ENUM_CUPTI_SYNC_TYPE, and times of 0 where they were not collected; which record of an event it waits for is known
 * by eventSyncId, with {@code --cuda-event-trace=true} since CUDA 12.8. Times are ns since the start of the session. Bits
 * 24 to 47 of a globalPid or globalTid hold the process, lower bits the thread.
 */
final class NsysSchema implements DatabaseSchema {
    private static final String[] COPIES = {
        "unknown",
        "HtoD",
        "DtoH",
        "HtoA",
        "AtoH",
        "AtoA",
        "AtoD",
        "DtoA",
        "DtoD",
        "HtoH",
        "PtoP",
        "HtoD (Unified)",
        "DtoH (Unified)",
        "DtoD (Unified)"
    };

    private static final String SYNCHRONISATIONS = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
    private static final String EVENTS = "CUPTI_ACTIVITY_KIND_CUDA_EVENT";
    private static final String EVENT_SYNC = "eventSyncId";

    private final ProfilerDatabase database;
    private final Map<Long, NcclPayloads> nccl = new HashMap<>();

    NsysSchema(ProfilerDatabase database) {
        this.database = database;
    }

    static boolean fits(ProfilerDatabase database) {
        return database.has("StringIds")
                && (database.has("CUPTI_ACTIVITY_KIND_KERNEL")
                        || database.has("CUPTI_ACTIVITY_KIND_GRAPH_TRACE")
                        || database.has("CUPTI_ACTIVITY_KIND_RUNTIME")
                        || database.has("NVTX_EVENTS"));
    }

    /** The condition of completed ranges of a process; marks and ranges that did not end are none. */
    private static String ranges(long process) {
        return "e.eventType IN (59, 60) AND e.end >= e.start AND " + pid("e.globalTid") + " = " + process;
    }

    /** The process in a globalPid or globalTid. */
    static String pid(String column) {
        return "((" + column + " >> 24) & 16777215)";
    }

    @Override
    public List<Long> processes() throws SQLException {
        List<String> parts = new ArrayList<>();
        for (String table : new String[] {"KERNEL", "GRAPH_TRACE", "MEMCPY", "MEMSET"}) {
            String name = "CUPTI_ACTIVITY_KIND_" + table;
            if (database.has(name)) {
                parts.add("SELECT DISTINCT " + pid("globalPid") + " FROM " + name);
            }
        }
        if (parts.isEmpty()) {
            for (String table : new String[] {"CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS"}) {
                if (database.has(table)) {
                    parts.add("SELECT DISTINCT " + pid("globalTid") + " FROM " + table);
                }
            }
        }
        return database.numbers(String.join(" UNION ", parts) + " ORDER BY 1");
    }

    @Override
    public List<EventQuery> queries(long process) throws SQLException {
        List<EventQuery> queries = new ArrayList<>();
        String strings = " LEFT JOIN StringIds s ON s.id = ";
        if (database.has("NVTX_EVENTS")) {
            queries.add(annotations(process));
        }
        if (database.has("CUPTI_ACTIVITY_KIND_RUNTIME")) {
            queries.add(new EventQuery(
                    "cuda_runtime",
                    "SELECT e.start, e.end, s.value, " + pid("e.globalTid")
                            + ", e.globalTid & 16777215, e.correlationId,"
                            + " NULL FROM CUPTI_ACTIVITY_KIND_RUNTIME e" + strings + "e.nameId WHERE "
                            + pid("e.globalTid")
                            + " = " + process,
                    false));
        }
        gpu(queries, "KERNEL", "kernel", "COALESCE(s.value, 'kernel')", "NULL", strings + "e.demangledName", process);
        gpu(queries, "GRAPH_TRACE", "kernel", "'CUDA graph ' || e.graphId", "NULL", "", process);
        StringBuilder kind = new StringBuilder("'Memcpy ' || CASE e.copyKind");
        for (int k = 0; k < COPIES.length; k++) {
            kind.append(" WHEN ").append(k).append(" THEN '").append(COPIES[k]).append('\'');
        }
        gpu(queries, "MEMCPY", "gpu_memcpy", kind + " ELSE 'other' END", "e.bytes", "", process);
        gpu(queries, "MEMSET", "gpu_memset", "'Memset (Device)'", "e.bytes", "", process);
        if (database.has(SYNCHRONISATIONS)) {
            queries.add(synchronisations(process));
        }
        return queries;
    }

    private EventQuery annotations(long process) throws SQLException {
        NcclPayloads nccl = nccl(process);
        return new EventQuery(
                        "user_annotation",
                        "SELECT e.start, e.end, " + name(process) + ", " + pid("e.globalTid")
                                + ", e.globalTid & 16777215, NULL, NULL, " + nccl.columns() + named(process)
                                + nccl.join() + " WHERE " + ranges(process),
                        false)
                .with(nccl);
    }

    /** The SQL of a range's name. */
    private String name(long process) throws SQLException {
        return "COALESCE(NULLIF(e.text, '')" + (hasTexts() ? ", s.value" : "")
                + new NvtxPayloads(database, process).name() + ", '')";
    }

    /** The ranges with the tables in which their names are. */
    private String named(long process) throws SQLException {
        return " FROM NVTX_EVENTS e" + (hasTexts() ? " LEFT JOIN StringIds s ON s.id = e.textId" : "")
                + new NvtxPayloads(database, process).join();
    }

    private boolean hasTexts() throws SQLException {
        return database.hasColumn("NVTX_EVENTS", "textId");
    }

    /** The payloads of a process, which are looked through once. */
    private NcclPayloads nccl(long process) throws SQLException {
        NcclPayloads known = nccl.get(process);
        if (known == null) {
            known = new NcclPayloads(database, process, name(process), named(process), ranges(process));
            nccl.put(process, known);
        }
        return known;
    }

    /** What calls of the host and streams waited for, as Kineto's cuda_sync. */
    private EventQuery synchronisations(long process) throws SQLException {
        boolean records = database.has(EVENTS)
                && database.hasColumn(EVENTS, EVENT_SYNC)
                && database.hasColumn(SYNCHRONISATIONS, EVENT_SYNC);
        String join = " LEFT JOIN " + EVENTS + " r ON e.syncType IN (1, 2) AND r.eventSyncId = e.eventSyncId"
                + " AND r.globalPid = e.globalPid";
        return new EventQuery(
                "cuda_sync",
                "SELECT e.start, e.end, CASE e.syncType WHEN 1 THEN 'Event Sync' WHEN 2 THEN 'Stream Wait Event'"
                        + " WHEN 3 THEN 'Stream Sync' WHEN 4 THEN 'Context Sync' ELSE 'Sync' END, e.deviceId,"
                        + " COALESCE(NULLIF(e.streamId, 4294967295), -1), e.correlationId, "
                        + (records ? "r.correlationId" : "NULL") + " FROM " + SYNCHRONISATIONS + " e"
                        + (records ? join : "") + " WHERE e.end > 0 AND e.end >= e.start AND " + pid("e.globalPid")
                        + " = " + process,
                true,
                "wait_on_cuda_event_record_corr_id",
                EventQuery.Details.NONE);
    }

    private void gpu(
            List<EventQuery> into,
            String table,
            String category,
            String name,
            String bytes,
            String join,
            long process) {
        String from = "CUPTI_ACTIVITY_KIND_" + table;
        if (database.has(from)) {
            into.add(new EventQuery(
                    category,
                    "SELECT e.start, e.end, " + name + ", e.deviceId, e.streamId, e.correlationId, " + bytes + " FROM "
                            + from + " e" + join + " WHERE " + pid("e.globalPid") + " = " + process,
                    true));
        }
    }

    @Override
    public String head(long process) throws SQLException {
        StringBuilder head = new StringBuilder("\"cuda_runtime_version\":0,");
        if (database.has("TARGET_INFO_SESSION_START_TIME")) {
            List<Long> start = database.numbers("SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME LIMIT 1");
            head.append(start.isEmpty() ? "" : "\"baseTimeNanoseconds\":" + start.get(0) + ",");
        }
        if (database.has("NVTX_EVENTS")) {
            String payloads = new NvtxPayloads(database, process).describe(ranges(process), nccl(process));
            if (!payloads.isEmpty()) {
                head.append("\"nvtx_payloads\":");
                EventText.quoted(payloads, head);
                head.append(',');
            }
        }
        return head
                + ProfilerDatabase.devices(
                        database.has("TARGET_INFO_GPU")
                                ? database.texts("SELECT name FROM TARGET_INFO_GPU ORDER BY id")
                                : List.of());
    }
}
