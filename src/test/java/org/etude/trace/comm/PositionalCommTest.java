// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.RawJson;
import org.etude.trace.model.CommArgs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inputs of record_param_comms as PyTorch's versions write them. */
class PositionalCommTest {
    private static final String TENSOR = "[12, 10, 0, 1000, 4, \"cuda:0\"]";

    private final CommFields fields = new CommFields();

    private static RawJson raw(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        RawJson raw = new RawJson();
        raw.read(new JsonCursor(bytes, 0, bytes.length));
        return raw;
    }

    private CommArgs filled(String inputs, String types, String outputs) {
        PositionalComm.fill(
                fields, raw(inputs), types == null ? null : raw(types), outputs == null ? null : raw(outputs));
        return fields.build();
    }

    @Test
    void theLayoutOfTodayHasAStridedGroup() {
        CommArgs args = filled(
                "[[" + TENSOR + "], [41, true], [\"5\", \"dp\"], 1, \"allreduce\", [], [], 8, 2, 4]",
                "[\"GenericList[Tensor(c10::BFloat16)]\", \"Int\"]",
                "[[" + TENSOR + ", " + TENSOR + "]]");
        assertThat(args)
                .isEqualTo(new CommArgs(
                        "allreduce",
                        "BFloat16",
                        1000,
                        2000,
                        List.of(),
                        List.of(),
                        "5",
                        "dp",
                        4,
                        List.of(8, 10, 12, 14),
                        -1,
                        -1,
                        41));
    }

    @Test
    void theFirstLayoutsHaveASizeAtMost() {
        CommArgs args = filled(
                "[[" + TENSOR + "], 9, 140330, 0, \"all_to_allv\", [3, 5], [4, 4], 2]", "[\"Tensor(float)\"]", null);
        assertThat(args.collective()).isEqualTo("all_to_allv");
        assertThat(args.dtype()).isEqualTo("Float");
        assertThat(args.inSplit()).containsExactly(3L, 5L);
        assertThat(args.outSplit()).containsExactly(4L, 4L);
        assertThat(args.groupName()).as("an address is no name").isNull();
        assertThat(args.groupSize()).isEqualTo(2);
        assertThat(args.sequence()).isEqualTo(9);
        assertThat(args.outElements()).isEqualTo(-1);
    }

    @Test
    void aWaitHasNoTensorsAndItsSequenceComesFirst() {
        CommArgs args = filled("[17, \"0\", 3, \"wait\", [], [], 1, 1, 8]", null, null);
        assertThat(args.collective()).isEqualTo("wait");
        assertThat(args.sequence()).isEqualTo(17);
        assertThat(args.groupName()).isEqualTo("0");
        assertThat(args.groupDesc()).isNull();
        assertThat(args.groupSize()).isEqualTo(8);
        assertThat(args.dtype()).isNull();
        fields.clear();
        assertThat(filled("[23, 3, \"wait\", [], []]", null, null).sequence()).isEqualTo(23);
        fields.clear();
        assertThat(filled("[3, \"barrier\", [], []]", null, null).sequence()).isEqualTo(-1);
    }

    @Test
    void namedArgumentsTakePrecedenceOverPositionalOnes() {
        fields.collective = "reduce_scatter";
        fields.groupName = "named";
        fields.groupSize = 3;
        fields.sequence = 70;
        fields.rank = 2;
        fields.rankStart = 1;
        fields.rankStride = 5;
        fields.touch();
        CommArgs args = filled("[41, \"5\", 1, \"allreduce\", [1], [2], 8, 2, 4]", "[\"Tensor(int)\"]", null);
        assertThat(args)
                .isEqualTo(new CommArgs(
                        "reduce_scatter",
                        null,
                        -1,
                        -1,
                        List.of(),
                        List.of(),
                        "named",
                        null,
                        3,
                        List.of(1, 6, 11),
                        -1,
                        -1,
                        70));
        assertThat(fields.rank).isEqualTo(2);
        fields.clear();
        fields.groupSize = 3;
        fields.touch();
        assertThat(filled("[41, \"5\", 1, \"allreduce\", [], [], 9]", null, null)
                        .groupSize())
                .isEqualTo(3);
    }

    @Test
    void theRankOfATransferIsTakenByPlace() {
        CommArgs args = filled("[[" + TENSOR + "], 4, [\"5\", \"pp\"], 1, \"send\", [], [], 8, 2, 2]", null, null);
        assertThat(args.peer()).isEqualTo(10);
        assertThat(fields.rank).isEqualTo(1);
    }

    /** A group without a name, and inputs that are no list of them. */
    @Test
    void textsThatAreNoListsAreLeftAlone() {
        assertThat(filled("[41, [], 1, \"allreduce\", [], []]", null, null).groupName())
                .isNull();
        for (String other : new String[] {"\"a\"", "[]", "[\"name\", [], 3]", "[3, [], []]", "[\"name\", 3, []]"}) {
            fields.clear();
            assertThat(filled(other, null, null)).as(other).isEqualTo(new CommFields().build());
        }
        fields.clear();
        assertThat(filled("[\"only\", [], []]", null, null).collective()).isEqualTo("only");
        fields.clear();
        assertThat(filled("[[\"one\"], 1, \"x\\\"y\", [], []]", null, null))
                .satisfies(args -> assertThat(args.collective()).isEqualTo("x\"y"))
                .satisfies(args -> assertThat(args.groupName()).isEqualTo("one"))
                .satisfies(args -> assertThat(args.groupDesc()).isNull());
    }

    @ParameterizedTest
    @CsvSource({
        "Tensor(float), Float",
        "Tensor(double), Double",
        "Tensor(long), Long",
        "Tensor(long int), Long",
        "Tensor(int), Int",
        "Tensor(short), Short",
        "Tensor(short int), Short",
        "Tensor(signed char), Char",
        "Tensor(char), Char",
        "Tensor(unsigned char), Byte",
        "Tensor(bool), Bool",
        "Tensor(c10::Float8_e4m3fn), Float8_e4m3fn",
        "Tensor(complex), complex",
        "'Int Tensor(float), Tensor(double)', Float"
    })
    void elementTypesHavePyTorchsNames(String types, String name) {
        assertThat(PositionalComm.dtype(types)).isEqualTo(name);
    }

    @Test
    void noTensorTypeIsNoElementType() {
        assertThat(PositionalComm.dtype("[\"Int\"]")).isNull();
        assertThat(PositionalComm.dtype("Tensor(float")).isNull();
    }
}
