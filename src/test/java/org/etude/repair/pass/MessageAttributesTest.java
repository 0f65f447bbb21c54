// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.repair.Graphs;
import org.etude.repair.Repair;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message without its attributes gets from the operator that sent or received it. */
class MessageAttributesTest {
    private static final int RANK = 3;
    /** c10d's send and recv take tensors, the group, the peer within the group and a tag. */
    private static final String INPUTS = "[[[1, 2, 0, 10, 4, 'cuda:0']], 'group', 1, 7]";

    private static EtNode message(EtNodeType type, String inputs, EtAttribute... attributes) {
        EtIo io = inputs == null ? null : new EtIo(inputs, "[]", "[]");
        return new EtNode(5, "c10d", type, new long[0], new long[0], 0, 1, io, null, List.of(attributes));
    }

    private static List<String> changes(EtNode node) {
        CommGroups groups = CommGroups.of(Map.of(2, List.of(3, 6)));
        return new MissingCommAttributes(groups, false)
                .apply(Graphs.of(node), RANK).changes().stream()
                        .map(change -> change.action() + ": " + change.reason())
                        .toList();
    }

    private static EtAttribute size() {
        return EtAttribute.int64(EtNames.COMM_SIZE, 40);
    }

    @Test
    void thePeerIsAMemberOfTheGroup() {
        assertThat(changes(message(EtNodeType.COMM_SEND, INPUTS, size(), EtAttribute.string(EtNames.PG_NAME, "2"))))
                .containsExactly(
                        "set comm_dst to 6: missing; the operator's inputs name the peer",
                        "set comm_tag to 7: missing; from the inputs");
        assertThat(changes(message(EtNodeType.COMM_RECV, INPUTS, size(), EtAttribute.string(EtNames.PG_NAME, "2"))))
                .containsExactly(
                        "set comm_src to 6: missing; the operator's inputs name the peer",
                        "set comm_tag to 7: missing; from the inputs");
    }

    @Test
    void aMemberThatTheGroupLacksIsNoPeer() {
        EtAttribute group = EtAttribute.string(EtNames.PG_NAME, "2");
        String third = INPUTS.replace("1, 7]", "2, 7]");
        assertThat(changes(message(EtNodeType.COMM_SEND, third, size(), group)))
                .containsExactly("set comm_tag to 7: missing; from the inputs");
        assertThat(changes(message(EtNodeType.COMM_SEND, INPUTS.replace("1, 7]", "-1, -1]"), size(), group)))
                .isEmpty();
    }

    @Test
    void withoutAGroupThePeerIsARankOfTheJob() {
        assertThat(changes(message(EtNodeType.COMM_SEND, INPUTS, size())))
                .containsExactly(
                        "set comm_dst to 1: missing; the operator's inputs name the peer",
                        "set comm_tag to 7: missing; from the inputs");
        String fewer = "[[[1, 2, 0, 10, 4, 'cuda:0']], 1, 7]";
        assertThat(changes(message(EtNodeType.COMM_SEND, fewer, size()))).isEmpty();
        assertThat(changes(message(EtNodeType.COMM_SEND, "['x', 'group', 1, 7]", size())))
                .isEmpty();
        assertThat(changes(message(EtNodeType.COMM_SEND, null, size()))).isEmpty();
    }

    @Test
    void aRecordedRankIsThePeerBeforeTheInputs() {
        assertThat(changes(message(
                        EtNodeType.COMM_SEND,
                        INPUTS,
                        size(),
                        EtAttribute.int64(EtNames.COMM_TAG, 0),
                        EtAttribute.string("Dst Rank", "0"),
                        EtAttribute.string("Src Rank", "9"))))
                .containsExactly("set comm_dst to 0: missing; the operator's inputs name the peer");
    }

    @Test
    void theOwnEndIsTheRankOfTheTrace() {
        assertThat(changes(message(
                        EtNodeType.COMM_RECV,
                        null,
                        size(),
                        EtAttribute.int32(EtNames.COMM_SRC, 0),
                        EtAttribute.int32(EtNames.COMM_DST, 0),
                        EtAttribute.int32(EtNames.COMM_TAG, 0))))
                .containsExactly("set comm_dst to 3: it is the rank of this trace");
    }

    @Test
    void numbersOfOtherKindsBecomeWhole() {
        assertThat(changes(message(
                        EtNodeType.COMM_SEND,
                        null,
                        new EtAttribute(EtNames.COMM_SIZE, "", EtAttribute.Kind.DOUBLE, 40.0),
                        new EtAttribute(EtNames.COMM_TAG, "", EtAttribute.Kind.STRING, " 0 "),
                        new EtAttribute(EtNames.COMM_DST, "", EtAttribute.Kind.FLOAT, 1.0f))))
                .containsExactlyInAnyOrder(
                        "set comm_size to 40: it was kept as DOUBLE, which readers reject",
                        "set comm_tag to 0: it was kept as STRING, which readers reject",
                        "set comm_dst to 1: it was kept as FLOAT, which readers reject");
        assertThat(changes(message(
                        EtNodeType.COMM_SEND,
                        null,
                        size(),
                        EtAttribute.int32(EtNames.COMM_DST, 1),
                        new EtAttribute(EtNames.COMM_TAG, "", EtAttribute.Kind.DOUBLE, 0.5))))
                .isEmpty();
    }

    /** A receive has its tensors among its outputs; a send's outputs say nothing. */
    @Test
    void onlyAReceiveIsAsLargeAsItsOutputs() {
        EtIo tensor = new EtIo("[[1, 2, 0, 10, 4, 'cuda:0']]", "[[10]]", "['Tensor(float)']");
        EtAttribute[] ends = {EtAttribute.int32(EtNames.COMM_SRC, 3), EtAttribute.int32(EtNames.COMM_DST, 3)};
        EtNode receive = new EtNode(
                5, "recv", EtNodeType.COMM_RECV, new long[0], new long[0], 0, 1, null, tensor, List.of(ends));
        EtNode send = new EtNode(
                5, "send", EtNodeType.COMM_SEND, new long[0], new long[0], 0, 1, null, tensor, List.of(ends));
        assertThat(changes(receive))
                .containsExactly("set comm_size to 40: missing or empty; taken from the tensors of its outputs");
        assertThat(changes(send)).isEmpty();
    }

    private static EtGraph completed(EtAttribute... attributes) {
        EtNode node = EtNode.of(5, "x", EtNodeType.COMM_COLL, attributes);
        return new MissingCommAttributes(CommGroups.none(), false)
                .apply(Graphs.of(node), 0)
                .graph();
    }

    /** A barrier of 0 bytes is complete; another collective without bytes is not. */
    @Test
    void onlyABarrierMayBeEmpty() {
        EtAttribute more = EtAttribute.int64("numel", 6);
        EtAttribute width = EtAttribute.string("dtype", "Half");
        EtAttribute none = EtAttribute.int64(EtNames.COMM_SIZE, 0);
        assertThat(completed(EtAttribute.int64(EtNames.COMM_TYPE, 9), none, more, width)
                        .integer(0, EtNames.COMM_SIZE, -1))
                .isZero();
        assertThat(completed(EtAttribute.int64(EtNames.COMM_TYPE, 2), none, more, width)
                        .integer(0, EtNames.COMM_SIZE, -1))
                .isEqualTo(12);
    }

    private static EtGraph allReduce(EtAttribute... attributes) {
        List<EtAttribute> all = new ArrayList<>(List.of(attributes));
        all.add(EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number()));
        return completed(all.toArray(EtAttribute[]::new));
    }

    private static long bytes(EtGraph graph) {
        return graph.integer(0, EtNames.COMM_SIZE, -1);
    }

    /** The largest number of doubles whose bytes a long can count is 2^60 - 1; those of 2^61 + 1 would wrap to 8. */
    @Test
    void bytesThatNoLongCanCountAreUnknown() {
        EtAttribute width = EtAttribute.string("dtype", "Double");
        assertThat(bytes(allReduce(EtAttribute.int64("numel", (1L << 60) - 1), width)))
                .isEqualTo(Long.MAX_VALUE - 7);
        assertThat(bytes(allReduce(EtAttribute.int64("numel", 1L << 60), width)))
                .isEqualTo(-1);
        EtAttribute tooMany = EtAttribute.int64("in_msg_nelems", (1L << 61) + 1);
        assertThat(bytes(allReduce(tooMany, width))).isEqualTo(-1);
        assertThat(bytes(allReduce(tooMany, width, EtAttribute.int64("numel", 6))))
                .isEqualTo(48);
    }

    /** Five tensors of 2^62 bytes would wrap to 2^62. */
    @Test
    void tensorsThatNoLongCanCountTogetherAreUnknown() {
        String tensor = "[1, 2, 0, " + (1L << 62) + ", 1, 'cuda:0']";
        String one = "[" + tensor + "]";
        String five = "[" + String.join(", ", Collections.nCopies(5, tensor)) + "]";
        EtAttribute[] ends = {
            EtAttribute.int32(EtNames.COMM_SRC, RANK),
            EtAttribute.int32(EtNames.COMM_DST, 0),
            EtAttribute.int32(EtNames.COMM_TAG, 0)
        };
        assertThat(changes(message(EtNodeType.COMM_SEND, one, ends)))
                .containsExactly(
                        "set comm_size to 4611686018427387904: missing or empty; taken from the tensors of its inputs");
        assertThat(changes(message(EtNodeType.COMM_SEND, five, ends))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.NaN,
                0x1p63,
                -0x1p64,
                Double.MAX_VALUE,
                0.5
            })
    void aFloatThatIsNoWholeNumberIsNoSize(double value) {
        EtAttribute size = EtAttribute.real(EtNames.COMM_SIZE, value);
        assertThat(bytes(allReduce(size))).isEqualTo(-1);
        assertThat(bytes(allReduce(size, EtAttribute.int64("numel", 6), EtAttribute.string("dtype", "Half"))))
                .isEqualTo(12);
    }

    @Test
    void theLargestWholeFloatIsASize() {
        assertThat(bytes(allReduce(EtAttribute.real(EtNames.COMM_SIZE, Math.nextDown(0x1p63)))))
                .isEqualTo(Long.MAX_VALUE - 1023);
    }

    @Test
    void anUnknownSizeIsAFinding() {
        EtGraph graph = allReduce(EtAttribute.real(EtNames.COMM_SIZE, Double.POSITIVE_INFINITY));
        assertThat(Repair.run(Graphs.set(graph, graph)).set().report().findings())
                .filteredOn(finding -> finding.level() == Level.ERROR)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.what()).isEqualTo("the size of ALL_REDUCE is unknown on every rank");
                    assertThat(finding.effect()).isEqualTo("its measured time is replayed without traffic");
                });
    }

    /** 2^32 + 1 would wrap to rank 1 and tag 1. */
    @Test
    void ranksAndTagsThatNoIntCanHoldAreUnknown() {
        String inputs = INPUTS.replace("1, 7]", "4294967297, 4294967297]");
        assertThat(changes(message(EtNodeType.COMM_SEND, inputs, size()))).isEmpty();
        assertThat(changes(message(
                        EtNodeType.COMM_SEND,
                        INPUTS.replace("1, 7]", "1, 2147483647]"),
                        size(),
                        EtAttribute.string("Dst Rank", "2147483647"))))
                .containsExactly(
                        "set comm_dst to 2147483647: missing; the operator's inputs name the peer",
                        "set comm_tag to 2147483647: missing; from the inputs");
    }
}
