// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.etude.link.Linker;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What databases of nsys and rocprofv3 say about messages of NCCL and RCCL reaches the collectives. */
class NcclPayloadsTest {
    private static final long COMMUNICATOR = 0x8c0ffeeL << 32 | 0xf000_0001L;

    @TempDir
    Path dir;

    private LinkedSet link(String... statements) {
        Databases.write(dir.resolve("report.sqlite"), String.join(";", statements));
        return Linker.link(
                TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE),
                LinkOptions.defaults(),
                Progress.NONE);
    }

    private static List<Collective> of(LinkedSet set, int rank) {
        return set.ranks().get(rank).collectives();
    }

    @Test
    void sizesAndCommunicatorsOfBlobsAreThoseOfTheCollectives() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.init(500, COMMUNICATOR),
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 4096),
                NcclExports.allGather(500, 3, 20_000, COMMUNICATOR, 100),
                NcclExports.send(500, 4, 30_000, COMMUNICATOR, 64, 3));
        assertThat(of(set, 0))
                .extracting(
                        Collective::type,
                        Collective::inBytes,
                        Collective::outBytes,
                        Collective::groupName,
                        Collective::groupSize,
                        Collective::dtype,
                        Collective::evidence)
                .containsExactly(
                        tuple(CollectiveType.ALL_REDUCE, 4096L, 4096L, "nccl-8c0ffeef0000001", 4, "", "library-call"),
                        tuple(CollectiveType.ALL_GATHER, 100L, 400L, "nccl-8c0ffeef0000001", 4, "", "library-call"),
                        tuple(CollectiveType.SEND, 64L, 0L, "nccl-8c0ffeef0000001", 4, "", "library-call"));
        assertThat(set.traces().report().findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith(
                        "4 ranges with an NVTX payload, 3 of them with the size of a message of NCCL; schemas: "));
    }

    /** Events are numbered within their process, so that two processes have different messages under one number. */
    @Test
    void tablesOfAProcessHoldItsOwnMessages() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 1),
                NcclExports.allReduce(501, 2, 10_001, COMMUNICATOR, 1),
                NcclExports.allReduce(501, 3, 20_001, COMMUNICATOR, 1),
                NcclExports.dynamic(500, COMMUNICATOR, 4096),
                NcclExports.dynamic(501, COMMUNICATOR, 8192, 16));
        assertThat(of(set, 0)).extracting(Collective::inBytes).containsExactly(4096L);
        assertThat(of(set, 1)).extracting(Collective::inBytes).containsExactly(8192L, 16L);
        assertThat(of(set, 1)).extracting(Collective::groupName).containsOnly("nccl-8c0ffeef0000001");
    }

    /** A payload that cannot be read, or says what cannot be, leaves a collective without a size; nothing is read past its end. */
    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void impossibleSizesAreUnknown(long bytes) {
        LinkedSet set = link(NcclExports.TABLES, NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, bytes));
        assertThat(of(set, 0))
                .extracting(Collective::type, Collective::inBytes)
                .containsExactly(tuple(CollectiveType.ALL_REDUCE, -1L));
    }

    /** A pebibyte is the most; that of all ranks together may be more, up to what a number holds. */
    @Test
    void sizesBeyondAnyMessageAreUnknown() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.init(500, COMMUNICATOR),
                NcclExports.allGather(500, 2, 10_000, COMMUNICATOR, 1L << 50),
                NcclExports.allGather(500, 3, 20_000, COMMUNICATOR, (1L << 50) + 1));
        assertThat(of(set, 0))
                .extracting(Collective::inBytes, Collective::outBytes)
                .containsExactly(tuple(1L << 50, 1L << 52), tuple(-1L, -1L));
        assertThat(new NcclValues(null, 1L << 50, -1, -1).members("ncclAllGather", 1 << 14))
                .isEqualTo(
                        "\"Collective name\":\"ncclAllGather\",\"In msg nelems\":1125899906842624,\"Group size\":16384");
    }

    /** Ranks 0 and 1 have one communicator, 2 and 3 another: each sends to rank 1 of its own, which is rank 1 or 3. */
    @Test
    void peersAreRanksOfTheCommunicator() {
        for (int rank = 0; rank < 4; rank++) {
            long communicator = COMMUNICATOR + rank / 2;
            Databases.write(
                    dir.resolve("rank_" + rank + ".sqlite"),
                    NcclExports.TABLES + ";"
                            + (rank % 2 == 0
                                    ? NcclExports.send(500, 2, 10_000, communicator, 64, 1)
                                    : NcclExports.receive(500, 2, 10_000, communicator, 64, 0)));
        }
        LinkedSet set = Linker.link(
                TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE),
                LinkOptions.defaults(),
                Progress.NONE);
        assertThat(set.ranks())
                .extracting(
                        rank -> rank.collectives().get(0).type(),
                        rank -> rank.collectives().get(0).peer())
                .containsExactly(
                        tuple(CollectiveType.SEND, 1),
                        tuple(CollectiveType.RECV, 0),
                        tuple(CollectiveType.SEND, 3),
                        tuple(CollectiveType.RECV, 2));
    }

    /** The number of ranks in the payload of a split is that of the communicator that was split. */
    @Test
    void aSplitDoesNotTellTheSizeOfItsCommunicator() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.split(500, COMMUNICATOR, 77),
                NcclExports.allGather(500, 2, 10_000, COMMUNICATOR, 100));
        assertThat(of(set, 0))
                .extracting(Collective::inBytes, Collective::outBytes, Collective::groupSize)
                .containsExactly(tuple(100L, -1L, -1));
    }

    @Test
    void noCommunicatorHasTheNumberZero() {
        LinkedSet set =
                link(NcclExports.TABLES, NcclExports.init(500, 0), NcclExports.allReduce(500, 2, 10_000, 0, 100));
        assertThat(of(set, 0))
                .extracting(Collective::inBytes, Collective::groupName, Collective::groupSize)
                .containsExactly(tuple(100L, "", -1));
    }

    /** Two processes define a schema differently under one number: which is whose is stated, or neither is read. */
    @Test
    void schemasAreThoseOfTheProcess() {
        String messages = NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 4096)
                + NcclExports.turned(501, 2, 10_001, COMMUNICATOR, 8192);
        String other =
                "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES (1, 16777221, 0, 0, 5, 'Peer rank', NULL, NULL, NULL)";
        LinkedSet mixed = link(NcclExports.TABLES, other, messages);
        assertThat(of(mixed, 0)).extracting(Collective::inBytes).containsExactly(-1L);
        assertThat(of(mixed, 1)).extracting(Collective::inBytes).containsExactly(-1L);
    }

    @Test
    void schemasOfStatedProcessesAreReadApart() {
        LinkedSet set = link(
                NcclExports.TABLES,
                "ALTER TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES ADD COLUMN globalPid INTEGER",
                "UPDATE NVTX_PAYLOAD_SCHEMA_ENTRIES SET globalPid = 500 * 16777216",
                NcclExports.TURNED.formatted(", 501 * 16777216"),
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 4096),
                NcclExports.turned(501, 2, 10_001, COMMUNICATOR, 8192));
        assertThat(of(set, 0)).extracting(Collective::inBytes).containsExactly(4096L);
        assertThat(of(set, 1)).extracting(Collective::inBytes).containsExactly(8192L);
        assertThat(of(set, 1)).extracting(Collective::groupName).containsExactly("nccl-8c0ffeef0000001");
    }

    /** Only the first field begins at 0 where no offset is stated. */
    @Test
    void fieldsWithoutAnOffsetAreNotRead() {
        LinkedSet set = link(
                NcclExports.TABLES,
                "UPDATE NVTX_PAYLOAD_SCHEMA_ENTRIES SET offset = NULL",
                NcclExports.allReduce(500, 2, 10_000, 4096, 8192));
        assertThat(of(set, 0)).extracting(Collective::inBytes).containsExactly(-1L);
    }

    @Test
    void fieldsThatOverlapAreNotRead() {
        LinkedSet set = link(
                NcclExports.TABLES,
                "UPDATE NVTX_PAYLOAD_SCHEMA_ENTRIES SET offset = 4 WHERE idx = 1 AND schemaId = 16777221",
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 4096),
                NcclExports.send(500, 3, 30_000, COMMUNICATOR, 64, 3));
        assertThat(of(set, 0)).extracting(Collective::inBytes).containsExactly(-1L, 64L);
    }

    /** A table of values may hold anything; only whole numbers are NCCL's. */
    @ParameterizedTest
    @ValueSource(strings = {"12.7", "1e30", "'12x'", "X'0c'"})
    void onlyWholeNumbersAreValues(String value) {
        String table = "UPDATE DYNAMIC_NVTXPAYLOAD_DATATYPE_8388608000_1_16777221 SET ";
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 1),
                NcclExports.allReduce(500, 3, 20_000, COMMUNICATOR, 1),
                NcclExports.dynamic(500, COMMUNICATOR, 4096, 8192),
                table + "Message_size__bytes_ = " + value + " WHERE eventId = 2",
                table + "comm = " + value + " WHERE eventId = 3");
        assertThat(of(set, 0))
                .extracting(Collective::inBytes, Collective::groupName)
                .containsExactly(tuple(-1L, ""), tuple(8192L, ""));
    }

    @Test
    void callsOfOneKernelAddUpAlsoWhereItNamesItsType() {
        LinkedSet set = link(NcclExports.TABLES, NcclExports.grouped(500, 10_000, COMMUNICATOR, 64, 128));
        assertThat(of(set, 0))
                .extracting(Collective::type, Collective::inBytes, Collective::groupName, Collective::notes)
                .containsExactly(
                        tuple(CollectiveType.ALL_REDUCE, 192L, "nccl-8c0ffeef0000001", "2 calls in one kernel"));
        assertThat(set.unmatched()).isEmpty();
    }

    /** Another library's range may have the same fields. */
    @Test
    void onlyCallsOfNcclCount() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 4096),
                NcclExports.allReduce(500, 3, 20_000, COMMUNICATOR, 4096).replace("'ncclAllReduce'", "'step'"));
        assertThat(set.traces().report().findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith(
                        "2 ranges with an NVTX payload, 1 of them with the size of a message of NCCL; schemas: "));
    }

    @Test
    void aFindingSaysThatTablesWereLeftOut() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 1),
                NcclExports.dynamic(500, COMMUNICATOR, 4096),
                "INSERT INTO NVTX_EVENTS_PAYLOAD_SCHEMAS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n"
                        + " WHERE k < 400) SELECT 2, 500 * 16777216, 1, k FROM n");
        assertThat(of(set, 0)).extracting(Collective::inBytes).containsExactly(4096L);
        assertThat(set.traces().report().findings())
                .extracting(Finding::what)
                .anyMatch(
                        what -> what.startsWith("1 range with an NVTX payload, 1 of them with the size of a message of"
                                + " NCCL (the tables of 400 schemas were read, those of others were not); schemas: "));
    }

    @Test
    void brokenPayloadsAreNotRead() {
        ByteBuffer wrong = ByteBuffer.allocate(56).order(ByteOrder.LITTLE_ENDIAN);
        wrong.putLong(1)
                .putLong((1 << 24) + 5)
                .putLong(24)
                .putLong(999)
                .putLong(1)
                .putLong(7);
        ByteBuffer unknown = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        unknown.putLong(1).putLong(77).putLong(16).putLong(48);
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.call(500, 2, 10_000, "ncclAllReduce", "X'0102'"),
                NcclExports.call(500, 3, 20_000, "ncclAllReduce", "'text'"),
                NcclExports.call(500, 4, 30_000, "ncclAllReduce", NcclExports.literal(wrong)),
                NcclExports.call(500, 5, 40_000, "ncclAllReduce", NcclExports.literal(unknown)),
                NcclExports.call(500, 6, 50_000, "ncclAllReduce", "12"));
        assertThat(of(set, 0))
                .extracting(Collective::type, Collective::inBytes)
                .hasSize(5)
                .containsOnly(tuple(CollectiveType.ALL_REDUCE, -1L));
        assertThat(set.traces().report().findings())
                .extracting(Finding::what)
                .anyMatch(
                        what -> what.contains("(nsys export --include-blobs=true keeps the sizes of NCCL's messages)"));
    }

    /** Two libraries of one process, or two processes, may define a schema differently under one number. */
    @Test
    void aSchemaDefinedTwiceIsNotRead() {
        LinkedSet set = link(
                NcclExports.TABLES,
                "UPDATE NVTX_PAYLOAD_SCHEMA_ENTRIES SET offset = 1e30 WHERE name = 'Peer rank'",
                "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES SELECT domainId, schemaId, 9, 0, 22, name, NULL, NULL, 16"
                        + " FROM NVTX_PAYLOAD_SCHEMA_ENTRIES WHERE name = 'Message size [bytes]' AND schemaId = 16777221",
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 4096),
                NcclExports.send(500, 3, 30_000, COMMUNICATOR, 64, 3));
        assertThat(of(set, 0)).extracting(Collective::inBytes).containsExactly(-1L, 64L);
        assertThat(of(set, 0)).extracting(Collective::peer).containsExactly(-1, -1);
    }

    /** What rocprofv3 keeps of RCCL's calls is as good; an argument that is no number leaves the size open. */
    @Test
    void argumentsOfRcclAreThoseOfTheCollectives() {
        assertThat(of(link(Databases.ROCPD_RCCL), 0))
                .extracting(
                        Collective::type,
                        Collective::inBytes,
                        Collective::outBytes,
                        Collective::dtype,
                        Collective::peer,
                        Collective::evidence)
                .containsExactly(
                        tuple(CollectiveType.ALL_REDUCE, 4096L, 4096L, "ncclFloat32", -1, "library-call"),
                        tuple(CollectiveType.ALL_GATHER, 20L, -1L, "ncclBfloat16", -1, "library-call"),
                        tuple(CollectiveType.SEND, 8L, 0L, "ncclInt8", -1, "library-call"),
                        tuple(CollectiveType.ALL_REDUCE, -1L, -1L, "", -1, "user-annotation"));
    }

    /** The names of columns are data of the file. */
    @Test
    void namesOfColumnsAreNoSql() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.allReduce(500, 2, 10_000, COMMUNICATOR, 1),
                NcclExports.dynamic(500, COMMUNICATOR, 4096),
                "ALTER TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_8388608000_1_16777221 RENAME COLUMN comm"
                        + " TO \"NCCL communicator\"\" ID)--\"");
        assertThat(of(set, 0)).extracting(Collective::inBytes).containsExactly(4096L);
        assertThat(of(set, 0)).extracting(Collective::groupName).containsExactly("nccl-8c0ffeef0000001");
    }
}
