// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EtLikenessTest {
    private static final Set<String> GROUP = Set.of(EtNames.PG_NAME);

    private static EtNode node(String group, long bytes) {
        return EtNode.of(
                        7,
                        "sum",
                        EtNodeType.COMM_COLL,
                        EtAttribute.int64(EtNames.COMM_SIZE, bytes),
                        EtAttribute.string(EtNames.PG_NAME, group),
                        new EtAttribute(EtNames.INVOLVED_DIM, "", EtAttribute.Kind.BOOL_LIST, List.of(true, bytes > 5)))
                .withDurationMicros(3)
                .withDataDeps(new long[] {1});
    }

    private static EtGraph graph(EtNode second) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        builder.add(EtNode.of(1, "work", EtNodeType.COMP).withDurationMicros(2));
        builder.add(second);
        return builder.build();
    }

    private static boolean alike(EtGraph one, EtGraph other) {
        return EtLikeness.alike(one, other, GROUP, (node, name, a, b) -> true);
    }

    private static boolean alike(UnaryOperator<EtNode> change) {
        return alike(graph(node("1", 10)), graph(change.apply(node("1", 10))));
    }

    private static long print(EtGraph graph) {
        return EtLikeness.print(graph, GROUP);
    }

    @Test
    void alikeTracesHaveOnePrint() {
        EtGraph one = graph(node("1", 10));
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        builder.add(EtNode.of(1, EtNames.PG_NAME, EtNodeType.COMP).withDurationMicros(2));
        builder.add(node("2", 10));
        assertThat(print(builder.build())).isEqualTo(print(one));
        assertThat(List.of(
                        print(graph(node("1", 11))),
                        print(graph(node("1", 5))),
                        print(graph(node("1", 10).withDurationMicros(4))),
                        print(graph(node("1", 10).withDataDeps(new long[0]))),
                        print(graph(node("1", 10).withCtrlDeps(new long[] {1}).withDataDeps(new long[0]))),
                        print(graph(EtNode.of(7, "sum", EtNodeType.COMP)))))
                .doesNotHaveDuplicates()
                .doesNotContain(print(one));
    }

    @Test
    void equalTracesAreAlikeWithDictionariesOfTheirOwn() {
        EtGraph one = graph(node("1", 10));
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        builder.add(EtNode.of(1, "another name", EtNodeType.COMP).withDurationMicros(2));
        builder.add(node("1", 10));
        assertThat(alike(one, builder.build())).isTrue();
        assertThat(alike(one, one)).isTrue();
    }

    @Test
    void whatASimulationReadsTellsTracesApart() {
        assertThat(alike(UnaryOperator.identity())).isTrue();
        assertThat(alike(n -> n.withDurationMicros(4))).isFalse();
        assertThat(alike(n -> n.withDataDeps(new long[0]))).isFalse();
        assertThat(alike(n -> n.withAttributes(n.attributes().subList(0, 2)))).isFalse();
        assertThat(alike(n -> node("1", 11))).isFalse();
        assertThat(alike(n -> node("1", 5))).isFalse();
        assertThat(alike(n -> EtNode.of(7, "sum", EtNodeType.COMP))).isFalse();
    }

    @Test
    void theJudgeSeesWhatMayDiffer() {
        List<String> seen = new ArrayList<>();
        EtGraph one = graph(node("1", 10));
        EtGraph other = graph(node("2", 10));
        boolean alike = EtLikeness.alike(
                one, other, GROUP, (node, name, a, b) -> seen.add(node + " " + name + " " + a + " " + b));
        assertThat(alike).isTrue();
        assertThat(seen).containsExactly("1 pg_name 1 2");
        assertThat(EtLikeness.alike(one, other, GROUP, (node, name, a, b) -> a.equals(b)))
                .isFalse();
        assertThat(EtLikeness.alike(one, other, Set.of(), (node, name, a, b) -> true))
                .isFalse();
    }

    @Test
    void valuesOutsideSharedColumnsCount() {
        // A column of its own pays from an eighth of the attributes on, so the graph has many that stay.
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (int id = 1; id <= 40; id++) {
            builder.add(EtNode.of(
                    id, "sum", EtNodeType.COMM_COLL, node("1", 10).attributes().toArray(EtAttribute[]::new)));
        }
        EtGraph base = builder.build();
        EtGraph renamed = EtGraphEdit.of(base)
                .texts(EtNames.PG_NAME, (node, name) -> node == 3 ? "2" : name)
                .build();
        EtGraph resized = EtGraphEdit.of(renamed)
                .numbers(EtNames.COMM_SIZE, (node, size) -> node == 39 ? size + 1 : size)
                .build();
        assertThat(alike(base, renamed)).isTrue();
        assertThat(alike(renamed, base)).isTrue();
        assertThat(alike(base, resized)).isFalse();
        assertThat(alike(resized, renamed)).isFalse();
        assertThat(alike(resized, resized)).isTrue();
        assertThat(print(renamed)).isEqualTo(print(base));
        assertThat(print(resized)).isNotEqualTo(print(base));
        assertThat(EtLikeness.alike(base, renamed, GROUP, (node, name, a, b) -> a.equals(b) == (node != 3)))
                .isTrue();
    }
}
