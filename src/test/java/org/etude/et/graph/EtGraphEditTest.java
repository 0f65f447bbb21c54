// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.etude.et.wire.EtFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtGraphEditTest {
    @TempDir
    private Path directory;

    private static EtGraph graph(int nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (int i = 0; i < nodes; i++) {
            builder.add(EtNode.of(
                            i,
                            "n" + i,
                            EtNodeType.COMM_COLL,
                            EtAttribute.int64(EtNames.COMM_SIZE, i),
                            EtAttribute.string(EtNames.PG_NAME, "1"),
                            EtAttribute.int64(EtNames.DURATION_NS, 1500L * i))
                    .withDurationMicros(i));
        }
        return builder.build();
    }

    @Test
    void nothingChangedIsTheSameGraph() {
        EtGraph graph = graph(3);
        assertThat(EtGraphEdit.of(graph)
                        .numbers(EtNames.COMM_SIZE, (node, size) -> size)
                        .texts(EtNames.PG_NAME, (node, name) -> name)
                        .texts("absent", (node, name) -> "x")
                        .durations((node, ns) -> ns)
                        .build())
                .isSameAs(graph);
    }

    @Test
    void aVariantSharesWhatItDoesNotChange() {
        EtGraph graph = graph(100);
        assertThat(graph.indexOf(7)).isEqualTo(7);
        EtGraph named = EtGraphEdit.of(graph)
                .texts(EtNames.PG_NAME, (node, name) -> node == 5 ? "17" : name)
                .build();
        assertThat(named.string(5, EtNames.PG_NAME, "")).isEqualTo("17");
        assertThat(named.string(6, EtNames.PG_NAME, "")).isEqualTo("1");
        assertThat(graph.string(5, EtNames.PG_NAME, "")).isEqualTo("1");
        assertThat(named.columns().attrValue).isSameAs(graph.columns().attrValue);
        assertThat(named.columns().deps).isSameAs(graph.columns().deps);
        assertThat(named.indexOf(7)).isEqualTo(7);
    }

    @Test
    void aPreparedDictionaryIsShared() {
        EtGraph base = EtGraphEdit.of(graph(4)).dictionary(List.of("8", "9")).build();
        EtGraph eight =
                EtGraphEdit.of(base).texts(EtNames.PG_NAME, (n, name) -> "8").build();
        EtGraph nine =
                EtGraphEdit.of(base).texts(EtNames.PG_NAME, (n, name) -> "9").build();
        assertThat(eight.columns().strings).isSameAs(nine.columns().strings);
        assertThat(nine.string(3, EtNames.PG_NAME, "")).isEqualTo("9");
    }

    @Test
    void manyChangesGetAColumnOfTheirOwn() {
        EtGraph graph = graph(50);
        EtGraph doubled = EtGraphEdit.of(graph)
                .numbers(EtNames.COMM_SIZE, (node, size) -> 2 * size)
                .build();
        assertThat(doubled.columns().attrChanged).isNull();
        assertThat(doubled.columns().attrName).isSameAs(graph.columns().attrName);
        assertThat(LongStream.range(0, 50).map(n -> doubled.integer((int) n, EtNames.COMM_SIZE, -1)))
                .containsExactlyElementsOf(
                        LongStream.range(0, 50).mapToObj(n -> 2 * n).toList());
        assertThat(graph.integer(49, EtNames.COMM_SIZE, -1)).isEqualTo(49);
    }

    @Test
    void durationsAreExactWhereTheTraceIs() {
        EtGraph graph = graph(3);
        EtGraph slower = EtGraphEdit.of(graph).durations((node, ns) -> ns * 3).build();
        assertThat(slower.durationNanos(2)).isEqualTo(9000);
        assertThat(slower.durationMicros(2)).isEqualTo(9);
        EtGraph plain = new EtGraphBuilder("0.0.4", List.of())
                .add(EtNode.of(1, "c", EtNodeType.COMP).withDurationMicros(5))
                .build();
        EtGraph half = EtGraphEdit.of(plain).durations((node, ns) -> ns / 2).build();
        assertThat(half.durationNanos(0)).isEqualTo(3000);
        assertThat(plain.durationMicros(0)).isEqualTo(5);
    }

    @Test
    void filesAndCopiesHoldTheChangedValues() throws Exception {
        EtGraph edited = EtGraphEdit.of(graph(40))
                .texts(EtNames.PG_NAME, (node, name) -> node == 1 ? "22" : name)
                .numbers(EtNames.COMM_SIZE, (node, size) -> node == 2 ? 99 : size)
                .build();
        assertThat(edited.columns().attrChanged).hasSize(2);
        Path file = directory.resolve("w.0.et");
        EtFiles.write(edited, file);
        EtGraph read = EtFiles.read(file);
        assertThat(read.string(1, EtNames.PG_NAME, "")).isEqualTo("22");
        assertThat(read.integer(2, EtNames.COMM_SIZE, -1)).isEqualTo(99);
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (int node = 0; node < edited.size(); node++) {
            builder.add(edited, node, edited.ctrlDeps(node), edited.dataDeps(node));
        }
        EtGraph copy = builder.build();
        assertThat(copy.string(1, EtNames.PG_NAME, "")).isEqualTo("22");
        assertThat(copy.attribute(2, EtNames.COMM_SIZE).value()).isEqualTo(99L);
    }
}
