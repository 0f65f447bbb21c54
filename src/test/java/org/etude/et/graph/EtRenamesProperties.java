// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Renaming groups and peers value by value gives the same as changing them node by node. */
class EtRenamesProperties {
    private static final List<EtNodeType> TYPES =
            List.of(EtNodeType.COMM_SEND, EtNodeType.COMM_RECV, EtNodeType.COMM_COLL, EtNodeType.COMP);
    private static final Set<String> NAMES = Set.of(EtNames.PG_NAME, EtNames.COMM_SRC, EtNames.COMM_DST);

    private static EtGraph graph(Random random, boolean odd) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (int id = 0; id < 60; id++) {
            EtNodeType type = TYPES.get(random.nextInt(4));
            List<EtAttribute> attributes = new ArrayList<>();
            attributes.add(EtAttribute.int64(EtNames.COMM_SIZE, random.nextInt(3)));
            if (type == EtNodeType.COMM_COLL) {
                attributes.add(EtAttribute.string(EtNames.PG_NAME, "" + random.nextInt(3)));
            } else if (type != EtNodeType.COMP || odd && random.nextInt(4) == 0) {
                int rank = random.nextInt(3);
                attributes.add(
                        random.nextBoolean()
                                ? EtAttribute.int32(EtNames.COMM_SRC, rank)
                                : EtAttribute.int64(EtNames.COMM_SRC, rank));
                attributes.add(
                        random.nextInt(5) == 0
                                ? EtAttribute.bool(EtNames.COMM_DST, rank > 0)
                                : EtAttribute.int32(EtNames.COMM_DST, random.nextInt(3)));
            }
            if (odd && random.nextInt(8) == 0) {
                attributes.add(EtAttribute.string(EtNames.PG_NAME, "" + random.nextInt(3)));
                attributes.add(EtAttribute.int64(EtNames.PG_NAME, random.nextInt(3)));
            }
            builder.add(EtNode.of(id, "n" + id, type, attributes.toArray(EtAttribute[]::new))
                    .withDurationMicros(id));
        }
        return builder.build();
    }

    /** The same edit in both ways. */
    private record Both(EtGraph whole, EtGraph single) {
        Both groups(UnaryOperator<String> change) {
            return new Both(
                    EtGraphEdit.of(whole).groups(change).build(),
                    EtGraphEdit.of(single)
                            .texts(EtNames.PG_NAME, (node, name) -> change.apply(name))
                            .build());
        }

        Both peers(LongUnaryOperator change) {
            EtGraphEdit.Numbers peer = (node, rank) -> {
                EtNodeType type = single.type(node);
                boolean message = type == EtNodeType.COMM_SEND || type == EtNodeType.COMM_RECV;
                return message ? change.applyAsLong(rank) : rank;
            };
            return new Both(
                    EtGraphEdit.of(whole).peers(change).build(),
                    EtGraphEdit.of(single)
                            .numbers(EtNames.COMM_SRC, peer)
                            .numbers(EtNames.COMM_DST, peer)
                            .build());
        }

        Both number(String attribute, EtGraphEdit.Numbers change) {
            return new Both(
                    EtGraphEdit.of(whole).numbers(attribute, change).build(),
                    EtGraphEdit.of(single).numbers(attribute, change).build());
        }

        Both durations() {
            return new Both(
                    EtGraphEdit.of(whole).durations((node, ns) -> 2 * ns).build(),
                    EtGraphEdit.of(single).durations((node, ns) -> 2 * ns).build());
        }

        void assertSame() {
            for (int node = 0; node < single.size(); node++) {
                assertThat(whole.node(node).attributes())
                        .isEqualTo(single.node(node).attributes());
                assertThat(whole.durationMicros(node)).isEqualTo(single.durationMicros(node));
            }
        }
    }

    private static Both edited(Both both, Random random) {
        int a = random.nextInt(3);
        int b = random.nextInt(4);
        return switch (random.nextInt(6)) {
            case 0, 1 -> both.groups(name -> name.equals("" + a) ? "" + b : name);
            case 2, 3 -> both.peers(rank -> rank == a ? b : rank);
            case 4 ->
                both.number(
                        random.nextBoolean() ? EtNames.COMM_SIZE : EtNames.COMM_SRC,
                        (node, old) -> node % 9 == a ? b : old);
            default -> both.durations();
        };
    }

    @Property(tries = 500)
    void editsInAnyOrderAreThoseNodeByNode(@ForAll long seed, @ForAll boolean odd) {
        Random random = new Random(seed);
        EtGraph graph = graph(random, odd);
        List<EtNode> before = graph.nodes();
        Both both = new Both(graph, graph);
        for (int i = 0; i < 5; i++) {
            both = edited(both, random);
            both.assertSame();
        }
        assertThat(graph.nodes().stream().map(EtNode::attributes))
                .isEqualTo(before.stream().map(EtNode::attributes).toList());
    }

    @Property(tries = 500)
    void likenessIsThatOfTracesThatShareNothing(@ForAll long seed, @ForAll boolean odd) {
        Random random = new Random(seed);
        EtGraph graph = graph(random, odd);
        EtGraph one = edited(new Both(graph, graph), random).whole();
        EtGraph other = edited(new Both(graph, graph), random).whole();
        int salt = random.nextInt(12);
        EtLikeness.Judge judge = (node, name, a, b) -> (name + a + b).hashCode() % 12 != salt;
        assertThat(EtLikeness.alike(one, other, NAMES, judge))
                .isEqualTo(EtLikeness.alike(copy(one), copy(other), NAMES, judge));
        Set<String> groups = Set.of(EtNames.PG_NAME);
        assertThat(EtLikeness.alike(one, other, groups, judge))
                .isEqualTo(EtLikeness.alike(copy(one), copy(other), groups, judge));
        assertThat(EtLikeness.print(one, NAMES)).isEqualTo(EtLikeness.print(copy(one), NAMES));
        if (one.template() == other.template()) {
            assertThat(EtLikeness.print(one, NAMES)).isEqualTo(EtLikeness.print(other, NAMES));
        }
    }

    private static EtGraph copy(EtGraph graph) {
        EtGraphBuilder builder = new EtGraphBuilder(graph.version(), graph.metadata());
        for (int node = 0; node < graph.size(); node++) {
            builder.add(graph, node, graph.ctrlDeps(node), graph.dataDeps(node));
        }
        return builder.build();
    }

    @Example
    void renamingAloneKeepsTheTemplateAndTheColumns() {
        EtGraph graph = graph(new Random(1), false);
        EtGraph named = EtGraphEdit.of(graph)
                .groups(name -> name + "0")
                .peers(rank -> rank + 7)
                .build();
        assertThat(named.template()).isSameAs(graph.template());
        assertThat(named.columns().attrValue).isSameAs(graph.columns().attrValue);
        assertThat(named.columns().attrChanged).isNull();
        assertThat(EtGraphEdit.of(graph)
                        .groups(name -> name)
                        .peers(rank -> rank)
                        .build())
                .isSameAs(graph);
        EtGraph resized = EtGraphEdit.of(named)
                .numbers(EtNames.COMM_SIZE, (node, size) -> node == 4 ? 99 : size)
                .build();
        EtGraph slower = EtGraphEdit.of(named).durations((node, ns) -> 2 * ns).build();
        assertThat(resized.template()).isNotSameAs(graph.template());
        assertThat(slower.template()).isNotSameAs(graph.template());
        assertThat(graph(new Random(1), false).template()).isNotSameAs(graph.template());
        assertThat(graph(new Random(1), true).template().isRegular()).isFalse();
    }
}
