// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * NCCL's NVTX ranges as nsys exports them, written from the public schemas: NCCL's src/include/nvtx_payload_schemas.h, the
 * tables of Nsight Systems' SQLite schema 3.28.1.
 */
final class NcclExports {
    /** The first number of a static schema, as nvToolsExtPayload.h has it. */
    private static final int STATIC = 1 << 24;

    private static final int INIT = STATIC;
    private static final int ALL_GATHER = STATIC + 4;
    private static final int ALL_REDUCE = STATIC + 5;
    private static final int SEND = STATIC + 9;
    private static final long PID = 16_777_216;

    static final String TABLES = Databases.NSYS_TABLES + """
            ;
            ALTER TABLE NVTX_EVENTS ADD COLUMN domainId INTEGER;
            ALTER TABLE NVTX_EVENTS ADD COLUMN binaryData BLOB;
            ALTER TABLE NVTX_EVENTS ADD COLUMN eventId INTEGER;
            CREATE TABLE NVTX_PAYLOAD_SCHEMAS (domainId INTEGER, schemaId INTEGER, name TEXT, type INTEGER, flags INTEGER,
              numEntries INTEGER, payloadSize INTEGER, alignTo INTEGER);
            INSERT INTO NVTX_PAYLOAD_SCHEMAS VALUES (1, %1$d, NULL, 1, 0, 4, 24, NULL), (1, %2$d, NULL, 1, 0, 2, 16, NULL),
              (1, %3$d, NULL, 1, 0, 3, 24, NULL), (1, %4$d, NULL, 1, 0, 3, 24, NULL);
            CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES (domainId INTEGER NOT NULL, schemaId INTEGER NOT NULL,
              idx INTEGER NOT NULL, flags INTEGER, type INTEGER, name TEXT, description TEXT, arrayOrUnionDetail INTEGER,
              offset INTEGER);
            INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES
              (1, %1$d, 0, 0, 18, 'NCCL communicator ID', NULL, NULL, NULL), (1, %1$d, 1, 0, 5, 'No. of ranks', NULL, NULL, 8),
              (1, %1$d, 2, 0, 5, 'Rank', NULL, NULL, 12), (1, %1$d, 3, 0, 5, 'CUDA device', NULL, NULL, 16),
              (1, %2$d, 0, 0, 18, 'NCCL communicator ID', NULL, NULL, NULL),
              (1, %2$d, 1, 0, 22, 'Message size [bytes]', NULL, NULL, 8),
              (1, %3$d, 0, 0, 18, 'NCCL communicator ID', NULL, NULL, NULL),
              (1, %3$d, 1, 0, 22, 'Message size [bytes]', NULL, NULL, 8),
              (1, %3$d, 2, 0, 16777230, 'Reduction operation', NULL, NULL, 16),
              (1, %4$d, 0, 0, 18, 'NCCL communicator ID', NULL, NULL, NULL),
              (1, %4$d, 1, 0, 22, 'Message size [bytes]', NULL, NULL, 8), (1, %4$d, 2, 0, 5, 'Peer rank', NULL, NULL, 16)""".formatted(INIT, ALL_GATHER, ALL_REDUCE, SEND);

    private NcclExports() {}

    private static final int SPLIT = STATIC + 1;

    /** A communicator that is half of one of four ranks, the number that the payload states. */
    static String split(int process, long communicator, long parent) {
        return """
                INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES (1, %1$d, 0, 0, 18, 'NCCL communicator ID', NULL, NULL, NULL),
                  (1, %1$d, 1, 0, 18, 'Parent NCCL communicator ID', NULL, NULL, 8),
                  (1, %1$d, 2, 0, 5, 'No. of ranks', NULL, NULL, 16);
                """.formatted(SPLIT)
                + range(
                        process,
                        9,
                        1500,
                        "ncclCommSplit",
                        blob(
                                SPLIT,
                                payload(24)
                                        .putLong(communicator)
                                        .putLong(parent)
                                        .putInt(4)));
    }

    /** All-reduces of one group of calls, and their kernel, whose name says what it does. */
    static String grouped(int process, long at, long communicator, long... bytes) {
        StringBuilder sql = new StringBuilder();
        for (int k = 0; k < bytes.length; k++) {
            ByteBuffer payload = payload(24).putLong(communicator).putLong(bytes[k]);
            sql.append(range(process, 20 + k, at + 500 * k, "ncclAllReduce", blob(ALL_REDUCE, payload)));
        }
        return sql
                + call(process, 19, at + 500 * bytes.length, "ncclGroupEnd", "NULL")
                        .replace("ncclDevKernel_Generic_4(x)", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)");
    }

    static String receive(int process, int event, long at, long communicator, long bytes, int peer) {
        ByteBuffer payload = payload(24).putLong(communicator).putLong(bytes).putInt(peer);
        return call(process, event, at, "ncclRecv", blob(SEND, payload));
    }

    /** An all-reduce whose payload has the values in the opposite order. */
    static String turned(int process, int event, long at, long communicator, long bytes) {
        return call(
                process,
                event,
                at,
                "ncclAllReduce",
                blob(ALL_REDUCE, payload(24).putLong(bytes).putLong(communicator)));
    }

    /** The other process's definition of the schema of all-reduces: the values of {@link #turned}. */
    static final String TURNED = """
            INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES SELECT domainId, schemaId, 1 - idx, flags, type, name, description,
              arrayOrUnionDetail, CASE idx WHEN 0 THEN 8 END%s FROM NVTX_PAYLOAD_SCHEMA_ENTRIES
              WHERE schemaId = 16777221 AND idx < 2;
            """;

    /** A communicator of four ranks, made before anything else. */
    static String init(int process, long communicator) {
        return range(
                process,
                1,
                1000,
                "ncclCommInitRank",
                blob(INIT, payload(24).putLong(communicator).putInt(4).putInt(2)));
    }

    static String allGather(int process, int event, long at, long communicator, long bytes) {
        return call(
                process,
                event,
                at,
                "ncclAllGather",
                blob(ALL_GATHER, payload(16).putLong(communicator).putLong(bytes)));
    }

    static String allReduce(int process, int event, long at, long communicator, long bytes) {
        return call(
                process,
                event,
                at,
                "ncclAllReduce",
                blob(ALL_REDUCE, payload(24).putLong(communicator).putLong(bytes)));
    }

    static String send(int process, int event, long at, long communicator, long bytes, int peer) {
        ByteBuffer payload = payload(24).putLong(communicator).putLong(bytes).putInt(peer);
        return call(process, event, at, "ncclSend", blob(SEND, payload));
    }

    /** A call with any payload, as an SQL literal. */
    static String call(int process, int event, long at, String name, String payload) {
        return range(process, event, at, name, payload)
                + ";INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (%d, %d, %d, %d, 1)"
                        .formatted(at + 100, at + 200, thread(process), at)
                + ";INSERT INTO StringIds VALUES (%d, 'ncclDevKernel_Generic_4(x)')".formatted(at)
                + ";INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (%d, %d, 0, 7, %3$d, %4$d, %3$d, %3$d);\n"
                        .formatted(at + 500, at + 900, at, process * PID);
    }

    private static String range(int process, int event, long at, String name, String payload) {
        return "INSERT INTO NVTX_EVENTS VALUES (%d, %d, 59, '%s', NULL, %d, 1, %s, %d);\n"
                .formatted(at, at + 400, name, thread(process), payload, event);
    }

    private static long thread(int process) {
        return process * PID + 99;
    }

    private static ByteBuffer payload(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String blob(int schema, ByteBuffer payload) {
        int size = payload.capacity();
        return literal(ByteBuffer.allocate(32 + size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(1)
                .putLong(schema)
                .putLong(size)
                .putLong(32L + size)
                .put(payload.array()));
    }

    static String literal(ByteBuffer bytes) {
        return "X'" + HexFormat.of().formatHex(bytes.array()) + "'";
    }

    /** The values in tables of their own instead: those of all-reduces of one process, by event. */
    static String dynamic(int process, long communicator, long... bytesOfEvents) {
        StringBuilder sql = new StringBuilder("""
                UPDATE NVTX_EVENTS SET binaryData = NULL;
                CREATE TABLE IF NOT EXISTS NVTX_EVENTS_PAYLOAD_SCHEMAS (eventId INTEGER NOT NULL, globalPid INTEGER NOT NULL,
                  domainId INTEGER NOT NULL, payloadSchemaID INTEGER NOT NULL);
                CREATE TABLE IF NOT EXISTS NVTX_EXPORT_TRANSLATION (originalName TEXT NOT NULL, sanitizedName TEXT NOT NULL);
                DELETE FROM NVTX_EXPORT_TRANSLATION;
                INSERT INTO NVTX_EXPORT_TRANSLATION VALUES ('NCCL communicator ID', 'comm');
                CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_%1$d_1_%2$d (eventId INTEGER, comm INTEGER,
                  Message_size__bytes_ INTEGER, "Reduction_operation" INTEGER);
                """.formatted(process * PID, ALL_REDUCE));
        for (int k = 0; k < bytesOfEvents.length; k++) {
            sql.append("INSERT INTO NVTX_EVENTS_PAYLOAD_SCHEMAS VALUES (%d, %d, 1, %d);"
                    .formatted(2 + k, process * PID, ALL_REDUCE));
            sql.append("INSERT INTO DYNAMIC_NVTXPAYLOAD_DATATYPE_%d_1_%d VALUES (%d, %d, %d, 0);"
                    .formatted(process * PID, ALL_REDUCE, 2 + k, communicator, bytesOfEvents[k]));
        }
        return sql.toString();
    }
}
