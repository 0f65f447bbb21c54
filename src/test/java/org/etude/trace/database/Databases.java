// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Writes databases as rocprofv3 and nsys lay them out, by their public schemas. */
public final class Databases {
    private static final long PID = 16_777_216;

    private Databases() {}

    public static Path write(Path file, String... statements) {
        try {
            Files.deleteIfExists(file);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                for (String sql : String.join(";", statements).split(";")) {
                    if (!sql.isBlank()) {
                        statement.executeUpdate(sql);
                    }
                }
                connection.commit();
            }
            return file;
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long of(int process, int thread) {
        return process * PID + thread;
    }

    /** nsys, one process: a range, a launch, its kernel, a copy. */
    public static String nsys(int process) {
        return """
                INSERT INTO NVTX_EVENTS VALUES (1000, 90000, 59, 'step', NULL, %2$d);
                INSERT INTO NVTX_EVENTS VALUES (1000, NULL, 34, 'mark', NULL, %2$d);
                INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (2000, 3500, %2$d, 11, 1);
                INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (4000, 4100, %2$d, 12, 3);
                INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5000, 45123, 0, 7, 11, %1$d, 2, 2);
                INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (46000, 47000, 0, 7, 12, %1$d, 4096, 1)""".formatted(of(process, 0), of(process, 99));
    }

    public static final String NSYS_TABLES = """
            CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
            INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'gemm<float, 3>("x")'), (3, 'cudaMemcpyAsync');
            CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER);
            CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER,
              nameId INTEGER);
            CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,
              correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER);
            CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,
              correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER);
            CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER);
            INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1700000000000000000);
            CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT);
            INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA H100')""";

    /** A launch of a CUDA graph, whose kernels were not recorded. */
    static String nsysGraph(int process) {
        return """
                CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,
                  streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER);
                INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (50000, 70000, 0, 1, 7, 13, %d, 5, 6)""".formatted(of(process, 0));
    }

    /**
     * A stream and an event waited for, as nsys writes them since CUDA 12.8: the second record of event 3 is the one that
     * counts. One wait has no times.
     */
    static String nsysSynchronisations(int process) {
        return """
                CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,
                  greenContextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, syncType INTEGER,
                  eventId INTEGER, eventSyncId INTEGER);
                INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES
                  (60000, 61000, 0, 1, NULL, 7, 21, %1$d, 3, -1, 0),
                  (62000, 63000, 0, 1, NULL, 9, 22, %1$d, 2, 3, 5),
                  (64000, 65000, 0, 1, NULL, 4294967295, 23, %1$d, 4, -1, 0),
                  (0, 0, 0, 1, NULL, 9, 24, %1$d, 2, 3, 5);
                CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT (deviceId INTEGER, streamId INTEGER, correlationId INTEGER,
                  globalPid INTEGER, eventId INTEGER, eventSyncId INTEGER);
                INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES (0, 7, 19, %1$d, 3, 4), (0, 7, 20, %1$d, 3, 5)""".formatted(of(process, 0));
    }

    /** Pages of unified memory that the driver moved: no stream and no correlation; and a kind of copy that does not exist. */
    static String nsysUnified(int process) {
        return """
                INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (50000, 51000, 0, NULL, NULL, %1$d, 65536, 11);
                INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (52000, 52500, 0, NULL, NULL, %1$d, 4096, 12);
                INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (53000, 53500, 0, NULL, NULL, %1$d, 8192, 13);
                INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (54000, 54500, 0, 7, NULL, %1$d, 1, 14)""".formatted(of(process, 0));
    }

    /** Ranges as older versions write them: an empty text next to a textId, and the end 0 of one that did not end. */
    static String nsysOldRanges(int process) {
        return """
                INSERT INTO StringIds VALUES (9, 'forward');
                INSERT INTO NVTX_EVENTS VALUES (3000, 4000, 59, '', 9, %1$d);
                INSERT INTO NVTX_EVENTS VALUES (5000, 0, 59, 'open', 0, %1$d)""".formatted(of(process, 99));
    }

    /**
     * Ranges with payloads, as nsys 2026.4 writes them (schema 3.28.1) with {@code --dynamic-tables=all}: NCCL's with a
     * text and a schema without a name, one with a schema instead of a text, one with JSON, one mark.
     */
    static String nsysPayloads(int process) {
        return """
                ALTER TABLE NVTX_EVENTS ADD COLUMN domainId INTEGER;
                ALTER TABLE NVTX_EVENTS ADD COLUMN jsonTextId INTEGER;
                ALTER TABLE NVTX_EVENTS ADD COLUMN jsonText TEXT;
                ALTER TABLE NVTX_EVENTS ADD COLUMN binaryData TEXT;
                ALTER TABLE NVTX_EVENTS ADD COLUMN eventId INTEGER;
                CREATE TABLE NVTX_PAYLOAD_SCHEMAS (domainId INTEGER, schemaId INTEGER, name TEXT, type INTEGER, flags INTEGER,
                  numEntries INTEGER, payloadSize INTEGER, alignTo INTEGER);
                INSERT INTO NVTX_PAYLOAD_SCHEMAS VALUES (1, 7, NULL, 1, 0, 2, 16, NULL), (2, 9, 'micro-batch', 1, 0, 1, 8, NULL);
                CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES (domainId INTEGER NOT NULL, schemaId INTEGER NOT NULL,
                  idx INTEGER NOT NULL, flags INTEGER, type INTEGER, name TEXT, description TEXT, arrayOrUnionDetail INTEGER,
                  offset INTEGER);
                INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES
                  (1, 7, 1, 0, 22, 'Message size [bytes]', NULL, NULL, 8), (1, 7, 0, 0, 18, 'NCCL communicator ID', NULL, NULL, 0),
                  (2, 9, 0, 0, 18, 'index', NULL, NULL, 0);
                CREATE TABLE NVTX_EVENTS_PAYLOAD_SCHEMAS (eventId INTEGER NOT NULL, globalPid INTEGER NOT NULL,
                  domainId INTEGER NOT NULL, payloadSchemaID INTEGER NOT NULL);
                INSERT INTO NVTX_EVENTS_PAYLOAD_SCHEMAS VALUES (101, %2$d, 1, 7), (102, %2$d, 2, 9);
                INSERT INTO NVTX_EVENTS VALUES
                  (6000, 7000, 59, 'ncclAllReduce', NULL, %1$d, 1, NULL, NULL, 'AQAAAAcAAAA=', 101),
                  (7000, 8000, 60, NULL, NULL, %1$d, 2, NULL, NULL, 'AgAAAAkAAAA=', 102),
                  (8000, 9000, 59, 'loader', NULL, %1$d, 0, NULL, '{"batch": 3}', NULL, 103),
                  (9000, NULL, 34, 'mark', NULL, %1$d, 1, NULL, NULL, 'AQAAAA==', 104)""".formatted(of(process, 99), of(process, 0));
    }

    /** rocpd as the views of schema 4 show it: a range and its text, a launch, its kernel, a copy. */
    static final String ROCPD_4 = """
            CREATE TABLE rocpd_metadata (id INTEGER, tag TEXT, value TEXT);
            CREATE TABLE kernels (name TEXT, pid INTEGER, agent_absolute_index INTEGER, stream_id INTEGER, queue_id INTEGER,
              start INTEGER, end INTEGER, stack_id INTEGER);
            INSERT INTO kernels VALUES ('Cijk_Ailk', 4242, 4, 1, 2, 105000, 145000, 77);
            CREATE TABLE memory_copies (name TEXT, pid INTEGER, dst_agent_absolute_index INTEGER, src_agent_absolute_index INTEGER,
              stream_id INTEGER, queue_id INTEGER, start INTEGER, end INTEGER, size INTEGER, stack_id INTEGER);
            INSERT INTO memory_copies VALUES ('MEMORY_COPY_HOST_TO_DEVICE', 4242, 5, 0, 1, NULL, 146000, 147000, 512, 78);
            CREATE TABLE regions (category TEXT, name TEXT, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER,
              stack_id INTEGER, extdata TEXT);
            INSERT INTO regions VALUES ('MARKER_CORE_RANGE_API', 'roctxRangePushA', 4242, 5, 100000, 190000, 70,
              '{"message": "ProfilerStep#1"}');
            INSERT INTO regions VALUES ('RCCL_API', 'ncclAllReduce', 4242, 5, 102000, 103000, 71, '{}');
            INSERT INTO regions VALUES ('ROCDECODE_API', 'rocDecCreateDecoder', 4242, 5, 103000, 103500, 72, 'no JSON');
            INSERT INTO regions VALUES ('HIP_RUNTIME_API_EXT', 'hipLaunchKernel', 4242, 5, 101000, 102000, 77, '{}');
            CREATE TABLE rocpd_info_agent (type TEXT, absolute_index INTEGER, name TEXT);
            INSERT INTO rocpd_info_agent VALUES ('CPU', 0, 'EPYC'), ('GPU', 4, 'gfx942')""";

    /**
     * Calls of RCCL with their arguments, as the tables of schema 3 hold them: an all-reduce of floats, an all-gather whose
     * type is a name, a send, and one whose count is no number. Another process has an event of the same number.
     */
    static final String ROCPD_RCCL = """
            CREATE TABLE rocpd_metadata (id INTEGER, tag TEXT, value TEXT);
            CREATE TABLE kernels (name TEXT, pid INTEGER, agent_abs_index INTEGER, stream_id INTEGER, queue_id INTEGER,
              start INTEGER, end INTEGER, stack_id INTEGER);
            INSERT INTO kernels VALUES ('ncclDevKernel_Generic_4(x)', 42, 4, 1, 2, 15000, 19000, 71),
              ('ncclDevKernel_Generic_4(x)', 42, 4, 1, 2, 25000, 29000, 72), ('ncclDevKernel_Generic_4(x)', 42, 4, 1, 2, 35000, 39000, 73),
              ('ncclDevKernel_Generic_4(x)', 42, 4, 1, 2, 45000, 49000, 74);
            CREATE TABLE regions (category TEXT, name TEXT, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER,
              stack_id INTEGER, extdata TEXT, event_id INTEGER, guid TEXT);
            INSERT INTO regions VALUES ('RCCL_API', 'ncclAllReduce', 42, 5, 10000, 14000, 61, '{}', 1, 'g'),
              ('HIP_RUNTIME_API', 'hipLaunchKernel', 42, 5, 11000, 12000, 71, '{}', 2, 'g'),
              ('RCCL_API', 'ncclAllGather', 42, 5, 20000, 24000, 62, '{}', 3, 'g'),
              ('HIP_RUNTIME_API', 'hipLaunchKernel', 42, 5, 21000, 22000, 72, '{}', 4, 'g'),
              ('RCCL_API', 'ncclSend', 42, 5, 30000, 34000, 63, '{}', 5, 'g'),
              ('HIP_RUNTIME_API', 'hipLaunchKernel', 42, 5, 31000, 32000, 73, '{}', 6, 'g'),
              ('RCCL_API', 'ncclAllReduce', 42, 5, 40000, 44000, 64, '{}', 7, 'g'),
              ('HIP_RUNTIME_API', 'hipLaunchKernel', 42, 5, 41000, 42000, 74, '{}', 8, 'g');
            CREATE TABLE rocpd_arg (id INTEGER, guid TEXT, event_id INTEGER, position INTEGER, type TEXT, name TEXT, value TEXT);
            INSERT INTO rocpd_arg VALUES (1, 'g', 1, 2, 'unsigned long', 'count', '1024'),
              (2, 'g', 1, 3, 'ncclDataType_t', 'datatype', '7'), (3, 'h', 1, 2, 'unsigned long', 'count', '77'),
              (4, 'g', 2, 0, 'unsigned long', 'count', '5'), (5, 'g', 3, 2, 'unsigned long', 'sendcount', '10'),
              (6, 'g', 3, 3, 'ncclDataType_t', 'datatype', 'ncclBfloat16'), (7, 'g', 5, 1, 'unsigned long', 'count', '8'),
              (8, 'g', 5, 2, 'ncclDataType_t', 'datatype', '0'), (9, 'g', 5, 3, 'int', 'peer', '3'),
              (10, 'g', 7, 2, 'unsigned long', 'count', '-5 or so'), (11, 'g', 7, 3, 'ncclDataType_t', 'datatype', '99')""";

    /** rocpd as its views show it: a range, a launch, its kernel, a copy. */
    static final String ROCPD = """
            CREATE TABLE rocpd_metadata_1 (id INTEGER, tag TEXT, value TEXT);
            CREATE VIEW rocpd_metadata AS SELECT * FROM rocpd_metadata_1;
            CREATE TABLE k (name TEXT, pid INTEGER, agent_abs_index INTEGER, stream_id INTEGER, queue_id INTEGER,
              start INTEGER, end INTEGER, stack_id INTEGER);
            INSERT INTO k VALUES ('Cijk_Ailk', 4242, 4, 1, 2, 105000, 145000, 77);
            CREATE VIEW kernels AS SELECT * FROM k;
            CREATE TABLE c (name TEXT, pid INTEGER, dst_agent_abs_index INTEGER, src_agent_abs_index INTEGER, stream_id INTEGER,
              queue_id INTEGER, start INTEGER, end INTEGER, size INTEGER, stack_id INTEGER);
            INSERT INTO c VALUES ('MEMORY_COPY_HOST_TO_DEVICE', 4242, 4, 0, 1, 2, 146000, 147000, 512, 78);
            CREATE VIEW memory_copies AS SELECT * FROM c;
            CREATE TABLE r (category TEXT, name TEXT, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, stack_id INTEGER);
            INSERT INTO r VALUES ('MARKER_CORE_API', 'step', 4242, 5, 100000, 190000, 70);
            INSERT INTO r VALUES ('HIP_RUNTIME_API', 'hipLaunchKernel', 4242, 5, 101000, 102000, 77);
            INSERT INTO r VALUES ('HSA_CORE_API', 'hsa_signal_create', 4242, 5, 101100, 101200, 79);
            CREATE VIEW regions AS SELECT * FROM r;
            CREATE TABLE rocpd_info_agent (type TEXT, absolute_index INTEGER, name TEXT);
            INSERT INTO rocpd_info_agent VALUES ('CPU', 0, 'EPYC'), ('GPU', 4, 'gfx942')""";

    /**
     * The views of schema 3.0.5 with both APIs recorded: the kernel has the id of the HSA call inside hipLaunchKernel. A
     * graph whose kernels were not recorded, one whose kernel was, and what the kernel driver did.
     */
    static final String ROCPD_3_0_5 = """
            CREATE TABLE rocpd_metadata (id INTEGER, tag TEXT, value TEXT);
            CREATE TABLE kernels (name TEXT, pid INTEGER, agent_abs_index INTEGER, stream_id INTEGER, queue_id INTEGER,
              start INTEGER, end INTEGER, stack_id INTEGER);
            INSERT INTO kernels VALUES ('Cijk_Ailk', 42, 4, 1, 2, 105000, 145000, 78), ('add', 42, 4, 1, 2, 150000, 151000, 81);
            CREATE TABLE graph_launches (pid INTEGER, agent_abs_index INTEGER, queue_id INTEGER, start INTEGER, end INTEGER,
              graph_exec_id INTEGER, stack_id INTEGER);
            INSERT INTO graph_launches VALUES (42, 4, 2, 150000, 151000, 7, 81), (42, 4, 2, 160000, 163000, 9, 82);
            CREATE TABLE regions (category TEXT, name TEXT, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER,
              stack_id INTEGER, extdata TEXT);
            INSERT INTO regions VALUES ('HIP_RUNTIME_API', 'hipLaunchKernel', 42, 5, 101000, 102000, 77, '{}');
            INSERT INTO regions VALUES ('HSA_CORE_API', 'hsa_signal_store_screlease', 42, 5, 101500, 101900, 78, '{}');
            INSERT INTO regions VALUES ('HIP_RUNTIME_API', 'hipGraphLaunch', 42, 5, 103000, 103500, 82, '{}');
            INSERT INTO regions VALUES ('KFD_QUEUE', 'KFD_QUEUE_EVICT_SVM', 42, 42, 100000, 190000, 0, '{}');
            INSERT INTO regions VALUES (NULL, 'unnamed', 42, 5, 100000, 190000, 0, '{}');
            CREATE TABLE rocpd_info_process (id INTEGER, guid TEXT, pid INTEGER);
            INSERT INTO rocpd_info_process VALUES (42, 'a', 42), (43, 'b', 43)""";
}
