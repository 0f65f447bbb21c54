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

    @Test
    void sizesOfAllRanksTogetherMayOverflow() {
        LinkedSet set = link(
                NcclExports.TABLES,
                NcclExports.init(500, COMMUNICATOR),
                NcclExports.allGather(500, 2, 10_000, COMMUNICATOR, Long.MAX_VALUE / 2));
        assertThat(of(set, 0))
                .extracting(Collective::inBytes, Collective::outBytes)
                .containsExactly(tuple(Long.MAX_VALUE / 2, -1L));
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
                        Collective::evidence)
                .containsExactly(
                        tuple(CollectiveType.ALL_REDUCE, 4096L, 4096L, "ncclFloat32", "library-call"),
                        tuple(CollectiveType.ALL_GATHER, 20L, -1L, "ncclBfloat16", "library-call"),
                        tuple(CollectiveType.SEND, 8L, 0L, "ncclInt8", "library-call"),
                        tuple(CollectiveType.ALL_REDUCE, -1L, -1L, "", "user-annotation"));
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
