// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommEvidenceTest {
    private static CommEvidence of(String name, EtNodeType type, EtAttribute... attributes) {
        return new CommEvidence(EtNode.of(1, name, type, attributes));
    }

    private static CommEvidence of(EtAttribute... attributes) {
        return of("c", EtNodeType.COMM_COLL, attributes);
    }

    private static CommEvidence io(String name, EtNodeType type, String in, String out) {
        EtNode node = EtNode.of(1, name, type);
        return new CommEvidence(new EtNode(
                1, name, type, new long[0], new long[0], 0, 0, tensors(in), tensors(out), node.attributes()));
    }

    /** Tensors of floats by their numbers of elements: "6 2". */
    private static EtIo tensors(String elements) {
        if (elements.isEmpty()) {
            return null;
        }
        String shapes = "["
                + String.join(
                        ", ",
                        List.of(elements.split(" ")).stream()
                                .map(n -> "[" + n + "]")
                                .toList()) + "]";
        String types = "["
                + String.join(
                        ", ",
                        List.of(elements.split(" ")).stream()
                                .map(n -> "'Tensor(float)'")
                                .toList()) + "]";
        return new EtIo("[]", shapes, types);
    }

    /** The longest word that a name contains decides: an all-gather is no gather, a reduce-scatter neither half of it. */
    @ParameterizedTest
    @CsvSource({
        "ncclDevKernel_AllReduce_Sum_f32, ALL_REDUCE",
        "all_to_allv, ALL_TO_ALL",
        "_allgather_base, ALL_GATHER",
        "c10d::gather_, GATHER",
        "c10d::scatter_, SCATTER",
        "Reduce-Scatter, REDUCE_SCATTER",
        "c10d::reduce_, REDUCE",
        "BROADCAST 3, BROADCAST",
        "monitored barrier, BARRIER",
        "sendrecv, ",
        "'', ",
        "123, "
    })
    void namesTellTheType(String name, CollectiveType type) {
        assertThat(CommEvidence.typeOf(name)).isEqualTo(type);
    }

    @Test
    void anAttributeTellsTheTypeBeforeTheName() {
        CommEvidence evidence =
                of("broadcast", EtNodeType.COMM_COLL, EtAttribute.string("collective_name", "allgather"));
        assertThat(evidence.type().value()).isEqualTo(CollectiveType.ALL_GATHER);
        assertThat(evidence.type().source()).isEqualTo("attribute collective_name");
        assertThat(of("broadcast", EtNodeType.COMM_COLL, EtAttribute.int64("collective_name", 2))
                        .type()
                        .source())
                .isEqualTo("its name");
        assertThat(of().type()).isNull();
    }

    /** Numbers may be written as texts or as floating point, if whole and within 64 bits. */
    @ParameterizedTest
    @CsvSource({"' 42 ', 42", "-7, -7", "4.5, -1", "'', -1", "0x10, -1", "9223372036854775808, -1"})
    void textsAreNumbersIfTheyLookLikeIt(String text, long number) {
        assertThat(of(EtAttribute.string("n", text)).number("n")).isEqualTo(number);
        assertThat(of().number("n")).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"42, 42", "4.5, -1", "1e300, -1", "NaN, -1", "Infinity, -1", "9.223372036854775808e18, -1"})
    void wholeFloatingPointNumbersAreNumbers(double value, long number) {
        assertThat(of(EtAttribute.real("n", value)).number("n")).isEqualTo(number);
    }

    /** The first attribute above zero counts; a count needs the size of an element, and a product that fits. */
    @Test
    void attributesTellTheSize() {
        assertThat(of(EtAttribute.int64("comm_size", 0), EtAttribute.int64("tensor_bytes", 9))
                        .size())
                .isEqualTo(new CommEvidence.Found<>(9L, "attribute tensor_bytes"));
        assertThat(of(EtAttribute.int64("numel", 6), EtAttribute.string("dtype", "Half"))
                        .size())
                .isEqualTo(new CommEvidence.Found<>(12L, "attribute numel and the element size"));
        assertThat(of(EtAttribute.int64("numel", 6)).size()).isNull();
        assertThat(of(EtAttribute.int64("numel", Long.MAX_VALUE), EtAttribute.int64("element_size", 2))
                        .size())
                .isNull();
        // Four times this many is 4 in 64 bits.
        assertThat(of(EtAttribute.int64("numel", (1L << 62) + 1), EtAttribute.int64("element_size", 4))
                        .size())
                .isNull();
        assertThat(of(EtAttribute.int64("numel", Long.MAX_VALUE / 2), EtAttribute.int64("element_size", 2))
                        .size()
                        .value())
                .isEqualTo(Long.MAX_VALUE - 1);
    }

    /** The inputs count; of operators that take (output, input), the second; outputs only where they are as large. */
    @ParameterizedTest
    @CsvSource({
        "all_to_all, COMM_COLL, 6 2, 100, 32, its inputs",
        "_allgather_base_, COMM_COLL, 8 2, '', 8, its inputs",
        "_allgather_base_, COMM_COLL, 8 2 1, '', 44, its inputs",
        "all_reduce, COMM_COLL, '', 5, 20, its outputs",
        "recv, COMM_RECV, '', 5, 20, its outputs",
    })
    void tensorsTellTheSize(String name, EtNodeType type, String in, String out, long bytes, String where) {
        assertThat(io(name, type, in, out).size())
                .isEqualTo(new CommEvidence.Found<>(bytes, "the tensors of " + where));
    }

    @Test
    void anAllGathersOutputsAreNotItsSize() {
        assertThat(io("all_gather", EtNodeType.COMM_COLL, "", "5").size()).isNull();
        assertThat(io("send", EtNodeType.COMM_SEND, "", "5").size()).isNull();
    }
}
