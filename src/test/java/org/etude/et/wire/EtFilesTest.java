// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.etude.Shared;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtFilesTest {
    @TempDir
    Path dir;

    private static byte[] file(Message... records) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Message record : records) {
            record.writeDelimitedTo(out);
        }
        return out.toByteArray();
    }

    private static final GlobalMetadata META = GlobalMetadata.newBuilder()
            .setVersion("1.0.0")
            .addAttr(AttributeProto.newBuilder().setName("pid").setUint64Val(-1))
            .build();

    private static EtGraph read(byte[] bytes) throws IOException {
        return EtFiles.read(new ByteArrayInputStream(bytes), "test.0.et");
    }

    private static byte[] write(EtGraph graph) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EtFiles.write(graph, out);
        return out.toByteArray();
    }

    @Test
    void readsWhatProtobufWrites() throws IOException {
        Node node = Node.newBuilder()
                .setId(7)
                .setName("nccl:all_reduce")
                .setTypeValue(7)
                .addCtrlDeps(3)
                .addDataDeps(300)
                .addDataDeps(-1)
                .setStartTimeMicros(5)
                .setDurationMicros(1L << 40)
                .setInputs(IOInfo.newBuilder().setValues("[]").setTypes("é"))
                .addAttr(AttributeProto.newBuilder().setName("comm_size").setInt64Val(-4))
                .addAttr(AttributeProto.newBuilder()
                        .setName("pg_name")
                        .setDocString("why")
                        .setStringVal("0"))
                .build();
        EtGraph graph = read(file(META, node));
        assertThat(graph.version()).isEqualTo("1.0.0");
        assertThat(graph.metadata()).containsExactly(EtAttribute.uint64("pid", -1));
        assertThat(graph.node(0))
                .usingRecursiveComparison()
                .isEqualTo(new EtNode(
                        7,
                        "nccl:all_reduce",
                        EtNodeType.COMM_COLL,
                        new long[] {3},
                        new long[] {300, -1},
                        5,
                        1L << 40,
                        new EtIo("[]", "", "é"),
                        null,
                        List.of(
                                EtAttribute.int64("comm_size", -4),
                                new EtAttribute("pg_name", "why", EtAttribute.Kind.STRING, "0"))));
    }

    @Test
    void keepsNumbersAndFieldsThatTheSchemaDoesNotHave() throws IOException {
        UnknownFieldSet more = UnknownFieldSet.newBuilder()
                .addField(77, UnknownFieldSet.Field.newBuilder().addVarint(5).build())
                .build();
        byte[] bytes = file(
                META.toBuilder().setUnknownFields(more).build(),
                Node.newBuilder()
                        .setId(1)
                        .setTypeValue(99)
                        .addAttr(AttributeProto.newBuilder().setName("x").setUnknownFields(more))
                        .setInputs(IOInfo.newBuilder().setUnknownFields(more))
                        .setUnknownFields(more)
                        .build(),
                Node.newBuilder().setId(2).setTypeValue(-3).build());
        EtGraph graph = read(bytes);
        assertThat(graph.typeNumber(0)).isEqualTo(99);
        assertThat(graph.type(0)).isEqualTo(EtNodeType.INVALID);
        assertThat(graph.typeNumber(1)).isEqualTo(-3);
        assertThat(write(graph)).isEqualTo(bytes);
        EtGraphBuilder copy = new EtGraphBuilder("", List.of());
        copy.add(graph, 0, new long[0], new long[] {2});
        Node copied = records(write(copy.build())).get(0);
        assertThat(copied.getUnknownFields()).isEqualTo(more);
        assertThat(copied.getAttr(0).getUnknownFields()).isEqualTo(more);
        assertThat(copied.getInputs().getUnknownFields()).isEqualTo(more);
        assertThat(copied.getDataDepsList()).containsExactly(2L);
    }

    private static List<Node> records(byte[] bytes) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        GlobalMetadata.parseDelimitedFrom(in);
        List<Node> nodes = new ArrayList<>();
        for (Node node = Node.parseDelimitedFrom(in); node != null; node = Node.parseDelimitedFrom(in)) {
            nodes.add(node);
        }
        return nodes;
    }

    @Test
    void acceptsDepsThatAreNotPackedAndMessagesInTwoParts() throws IOException {
        byte[] odd = {
            0, // metadata without anything
            22, 8, 1, 42, 1, 3, 40, 4, 66, 3, 10, 1, 'a', 66, 3, 18, 1, 'b', 40, 5, 32, 2, 0
        };
        odd[1] = (byte) (odd.length - 3);
        byte[] exact = Arrays.copyOf(odd, odd.length - 1);
        EtGraph graph = read(exact);
        assertThat(graph.dataDeps(0)).containsExactly(3, 4, 5);
        assertThat(graph.ctrlDeps(0)).containsExactly(2);
        assertThat(graph.inputs(0)).isEqualTo(new EtIo("a", "b", ""));
    }

    @Test
    void writesAndReadsGzip() throws IOException {
        EtGraph graph = read(file(META, Node.newBuilder().setId(4).build()));
        Path packed = dir.resolve("sub/a.0.et.gz");
        EtFiles.write(graph, packed);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            assertThat(in.readAllBytes()).isEqualTo(write(graph));
        }
        assertThat(EtFiles.read(packed).id(0)).isEqualTo(4);
    }

    @Test
    void neverWritesAnEmptyRecord() throws IOException {
        EtGraph graph = new EtGraphBuilder("", List.of())
                .add(EtNode.of(0, "", EtNodeType.INVALID))
                .build();
        assertThat(write(graph)).containsExactly(2, 10, 0, 2, 8, 0);
        assertThat(read(write(graph)).size()).isEqualTo(1);
    }

    @Test
    void saysWhereAFileIsBroken() throws IOException {
        byte[] good = file(META, Node.newBuilder().setId(4).setName("abcdef").build());
        assertThatThrownBy(() -> read(Arrays.copyOf(good, good.length - 2)))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("test.0.et: not a valid Chakra ET: record 1, byte 27")
                .hasMessageContaining("its length says 10 bytes, 8 are there");
        assertThatThrownBy(() -> read(new byte[0])).hasMessageContaining("the file is empty");
        assertThatThrownBy(() -> read(new byte[] {0, 0})).hasMessageContaining("the record is empty");
        assertThatThrownBy(() -> read(new byte[] {0, 3, 18, 9, 'x'}))
                .hasMessageContaining("record 1, byte 3: a length of 9 bytes, but only 1 are left");
        assertThatThrownBy(() -> read(new byte[] {-1, -1, -1, -1, 127})).hasMessageContaining("a record of");
        assertThatThrownBy(() -> read(new byte[] {0, 4, 18, 2, -61, 40})).hasMessageContaining("not UTF-8");
        assertThatThrownBy(() -> EtFiles.read(dir.resolve("none.0.et"))).hasMessageContaining("no such file");
    }

    @Test
    void goldenFilesComeBackByteForByte() throws IOException {
        int cases = 0;
        List<Path> differ = new ArrayList<>();
        for (Path golden : goldens()) {
            byte[] bytes = unpacked(golden);
            if (bytes.length > 0) {
                cases++;
                if (!Arrays.equals(write(EtFiles.read(golden)), bytes)) {
                    differ.add(golden);
                }
            }
        }
        System.out.println("ET round trip: " + cases + " cases, " + differ.size() + " differ");
        assertThat(differ).isEmpty();
    }

    private static List<Path> goldens() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String place : List.of("chakra", "astra")) {
            try (Stream<Path> all = Files.walk(Shared.dir("golden", place))) {
                all.filter(p -> p.toString().matches(".*\\.et(\\.gz)?")).forEach(found::add);
            }
        }
        assertThat(found).isNotEmpty();
        return found;
    }

    private static byte[] unpacked(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readAllBytes();
            if (bytes.length > 0 && file.toString().endsWith(".gz")) {
                return new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void gzipThatEndsInTheMiddleIsAnError() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(file(META, Node.newBuilder().setName("x".repeat(500)).build()));
        }
        Path cut = dir.resolve("cut.0.et.gz");
        Files.write(cut, Arrays.copyOf(packed.toByteArray(), packed.size() - 12));
        assertThatThrownBy(() -> EtFiles.read(cut))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("cut.0.et.gz");
    }
}
