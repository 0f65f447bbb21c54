// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtFiles;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;

/**
 * Writes Chakra's fourteen families of sample traces, one file per family and rank: single nodes of every type, two
 * compute nodes with and without a dependency, each collective. Byte-identical to the original generator's files; ids
 * continue across files.
 */
public final class SampleGenerator {
    private static final List<CollectiveType> COLLECTIVES = List.of(
            CollectiveType.ALL_REDUCE,
            CollectiveType.ALL_TO_ALL,
            CollectiveType.ALL_GATHER,
            CollectiveType.REDUCE_SCATTER,
            CollectiveType.BROADCAST);

    private final Options options;
    private final Path directory;
    private long nextId;

    /**
     * What to generate; {@link #defaults()} are the original's.
     *
     * @param ranks number of ranks
     * @param runtimeMicros duration of compute nodes
     * @param tensorSize bytes of memory and point-to-point nodes
     * @param commSize bytes of collectives
     */
    public record Options(int ranks, long runtimeMicros, long tensorSize, long commSize) {
        /** Rejects invalid values. */
        public Options {
            if (ranks < 1 || runtimeMicros < 0 || tensorSize < 0 || commSize < 0) {
                throw new EtException(
                        "cannot generate " + ranks + " ranks with runtime " + runtimeMicros + ", tensor size "
                                + tensorSize + ", communication size " + commSize,
                        "Give at least one rank and no negative sizes.");
            }
        }

        /** 64 ranks, 5 us, 1024 bytes, 65536 bytes. */
        public static Options defaults() {
            return new Options(64, 5, 1024, 65536);
        }
    }

    private SampleGenerator(Options options, Path directory) {
        this.options = options;
        this.directory = directory;
    }

    /**
     * Writes all families into a directory.
     *
     * @throws EtException when a file cannot be written
     */
    public static void generate(Options options, Path directory) {
        new SampleGenerator(options, directory).run();
    }

    private void run() {
        EtAttribute tensor = EtAttribute.uint64(EtNames.TENSOR_SIZE, options.tensorSize());
        family(
                "one_metadata_node_all_types",
                () -> List.of(new EtNode(
                        nextId++,
                        EtNodeType.METADATA.wireName(),
                        EtNodeType.METADATA,
                        new long[0],
                        new long[0],
                        0,
                        0,
                        null,
                        null,
                        everyKind())));
        family(
                "one_remote_mem_load_node",
                () -> List.of(node(EtNodeType.MEM_LOAD.wireName(), EtNodeType.MEM_LOAD, tensor)));
        family(
                "one_remote_mem_store_node",
                () -> List.of(node(EtNodeType.MEM_STORE.wireName(), EtNodeType.MEM_STORE, tensor)));
        family("one_comp_node", () -> List.of(compute()));
        family("two_comp_nodes_independent", () -> List.of(compute(), compute()));
        family("two_comp_nodes_dependent", () -> List.of(compute(), compute().withDataDeps(nextId - 2)));
        for (CollectiveType type : COLLECTIVES) {
            family(type.name(), () -> List.of(collective(type, options.commSize())));
        }
        family(CollectiveType.BARRIER.name(), () -> List.of(collective(CollectiveType.BARRIER, 0)));
        family(
                "one_comm_send_node",
                () -> List.of(node(EtNodeType.COMM_SEND.wireName(), EtNodeType.COMM_SEND, tensor)));
        family(
                "one_comm_recv_node",
                () -> List.of(node(EtNodeType.COMM_RECV.wireName(), EtNodeType.COMM_RECV, tensor)));
    }

    private void family(String name, Supplier<List<EtNode>> nodes) {
        for (int rank = 0; rank < options.ranks(); rank++) {
            Progress.checkInterrupted();
            EtGraphBuilder builder = new EtGraphBuilder("1.0.0", List.of());
            nodes.get().forEach(builder::add);
            EtGraph graph = builder.build();
            EtFiles.write(graph, directory.resolve(name + "." + rank + ".et"));
        }
    }

    private EtNode node(String name, EtNodeType type, EtAttribute... more) {
        List<EtAttribute> attributes = new ArrayList<>(List.of(EtAttribute.bool(EtNames.IS_CPU_OP, false)));
        attributes.addAll(List.of(more));
        return EtNode.of(nextId++, name, type).withAttributes(attributes);
    }

    private EtNode compute() {
        return node(EtNodeType.COMP.wireName(), EtNodeType.COMP).withDurationMicros(options.runtimeMicros());
    }

    private EtNode collective(CollectiveType type, long size) {
        return node(
                type.name(),
                EtNodeType.COMM_COLL,
                EtAttribute.int64(EtNames.COMM_TYPE, type.number()),
                EtAttribute.int64(EtNames.COMM_SIZE, size));
    }

    /** One attribute of every kind, with the original's values. */
    private static List<EtAttribute> everyKind() {
        List<EtAttribute> all = new ArrayList<>();
        pair(all, Kind.DOUBLE, true, 1.2345, List.of(1.2345, 2.3456));
        pair(all, Kind.FLOAT, true, 1.2345f, List.of(1.2345f, 2.3456f));
        pair(all, Kind.INT32, true, 12345L, List.of(12345L, 23456L));
        pair(all, Kind.INT64, true, 9876543210L, List.of(9876543210L, 1234567890L));
        pair(all, Kind.UINT32, true, 12345L, List.of(12345L, 23456L));
        pair(all, Kind.UINT64, true, 9876543210L, List.of(9876543210L, 1234567890L));
        pair(all, Kind.SINT32, true, -12345L, List.of(12345L, -23456L));
        pair(all, Kind.SINT64, true, -9876543210L, List.of(9876543210L, -1234567890L));
        pair(all, Kind.FIXED32, false, 12345L, List.of(12345L, 23456L));
        pair(all, Kind.FIXED64, false, 9876543210L, List.of(9876543210L, 1234567890L));
        pair(all, Kind.SFIXED32, false, -12345L, List.of(12345L, -23456L));
        pair(all, Kind.SFIXED64, false, -9876543210L, List.of(9876543210L, -1234567890L));
        pair(
                all,
                Kind.BOOL,
                true,
                true,
                IntStream.range(0, 10).mapToObj(i -> i % 2 == 0).toList());
        List<String> texts =
                IntStream.range(12345, 12355).mapToObj(String::valueOf).toList();
        pair(all, Kind.STRING, true, texts.get(0), texts);
        pair(
                all,
                Kind.BYTES,
                false,
                bytes(texts.get(0)),
                texts.stream().map(SampleGenerator::bytes).toList());
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void pair(List<EtAttribute> to, Kind kind, boolean documented, Object value, List<?> values) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        to.add(new EtAttribute(name, documented ? name : "", kind, value));
        to.add(new EtAttribute(name + "_list", "", Kind.ofField(kind.field() + 1), values));
    }
}
