// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.etude.link.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments of an operator as Kineto writes them: shapes, type names, and values of arguments other than tensors. */
class OperatorArgsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path dir;

    private OperatorArgs args(String dims, String types, String values) throws IOException {
        Recording.Rank rank = Recording.alone()
                .op("c10d::allreduce_", 1, 0, 5)
                .arg("Input Dims", JSON.readTree(dims))
                .arg("Input type", JSON.readTree(types))
                .arg("Concrete Inputs", JSON.readTree(values));
        return OperatorArgs.of(rank.job().load(dir).ranks().get(0).device(), 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[2, 3]]                       | ['float']         | 24",
                "[[2, 3]]                       | ['c10::BFloat16'] | 12",
                "[[[2, 3], [5]]]                | ['TensorList']    | -1",
                "[[[2, 3], [5]]]                | ['double']        | 88",
                "[[]]                           | ['float']         | -1",
                "[[0]]                          | ['float']         | 0",
                "[[2]]                          | ['unheard of']    | -1",
                "[[4294967296, 4294967296]]     | ['float']         | -1",
                "[[9223372036854775808]]        | ['float']         | -1",
                "[]                             | []                | -1"
            })
    void bytesAreShapeTimesElement(String dims, String types, long expected) throws IOException {
        assertThat(args(dims, types.replace('\'', '"'), "[]").bytes(0)).isEqualTo(expected);
    }

    @Test
    void numbersAreWholeAndOfAtMost18Digits() throws IOException {
        OperatorArgs args =
                args("[]", "[]", "[\"5\", \"-7\", \"1.5\", \"\", \"999999999999999999\", \"1000000000000000000\"]");
        assertThat(args.number(0)).isEqualTo(5);
        assertThat(args.number(1)).isEqualTo(-7);
        assertThat(args.number(2)).isEqualTo(-1);
        assertThat(args.number(3)).isEqualTo(-1);
        assertThat(args.number(4)).isEqualTo(999_999_999_999_999_999L);
        assertThat(args.number(5)).isEqualTo(-1);
        assertThat(args.number(6)).as("none there").isEqualTo(-1);
    }

    @Test
    void theLastTextIsNoObjectAndNoList() throws IOException {
        assertThat(args("[]", "[]", "[\"nccl\", \"group\", \"<torch.Thing>\", \"[1]\", \"\"]")
                        .lastString())
                .isEqualTo("group");
        assertThat(args("[]", "[]", "[\"\", \"<x>\"]").lastString()).isEmpty();
    }

    @Test
    void theElementTypeIsTheFirstTensors() throws IOException {
        assertThat(args("[]", "[\"Scalar\", \"c10::Half\", \"float\"]", "[]").elementType())
                .isEqualTo("c10::Half");
        assertThat(args("[]", "[\"Scalar\"]", "[]").elementType()).isEmpty();
    }

    @Test
    void sizesThatDifferAreUneven() throws IOException {
        OperatorArgs args = args("[]", "[]", "[[3, 3], [3, 4], [], 7]");
        assertThat(args.uneven(0)).isFalse();
        assertThat(args.uneven(1)).isTrue();
        assertThat(args.uneven(2)).isFalse();
        assertThat(args.uneven(3)).as("no list").isFalse();
        assertThat(args.uneven(4)).as("not there").isFalse();
    }

    @Test
    void theirNumberIsThatOfTheShapes() throws IOException {
        assertThat(args("[[1], [2]]", "[]", "[]").size()).isEqualTo(2);
        assertThat(args("[[1], [2]]", "[]", "[]").isEmpty()).isFalse();
        assertThat(args("[]", "[]", "[\"5\"]").isEmpty()).isTrue();
    }

    /** Arguments as an execution trace writes them: a tensor is a tuple of id, storage, offset, elements, element size and device. */
    private OperatorArgs recorded(String values, String types) {
        Recording.Rank rank = Recording.alone().thread(2, 1).op(10, "c10d::allreduce_", 2, 1, 0, 5);
        rank.nodes.remove(1);
        rank.node(10, "c10d::allreduce_", 2, 10, "tid", 1).inputs(values, "[]", types);
        HostSide side = HostSide.of(rank, dir);
        return OperatorArgs.of(side.rank, side.nodes, side.node(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[7, 1, 0, 6, 4, 'cuda:0']]                              | 24",
                "[[[7, 1, 0, 6, 4, 'cuda:0'], [8, 2, 0, 5, 2, 'cuda:0']]] | 34",
                "[[]]                                                     | 0",
                "[[[7, 1, 0, 6]]]                                         | 0",
                "[[7, 1, 0, 'x', 4, 'cuda:0']]                            | -1",
                "[[7, 1, 0, 4611686018427387904, 4, 'cuda:0']]            | -1",
                "[5]                                                      | -1",
                "[]                                                       | -1"
            })
    void bytesOfATupleAreElementsTimesTheirSize(String values, long expected) {
        assertThat(recorded(values.replace('\'', '"'), "[]").bytes(0)).isEqualTo(expected);
    }

    /** Lists whose tensors add up to more than a number holds, or of which one is unknown. */
    @Test
    void aListWithAnUnknownTensorIsUnknown() {
        String large = "[7, 1, 0, 1152921504606846976, 4, \"cuda:0\"]";
        assertThat(recorded("[[" + large + "]]", "[]").bytes(0)).isEqualTo(1L << 62);
        assertThat(recorded("[[" + large + ", " + large + "]]", "[]").bytes(0)).isEqualTo(-1);
        assertThat(recorded("[[[7, 1, 0, \"x\", 4, \"cuda:0\"], [8, 2, 0, 5, 2, \"cuda:0\"]]]", "[]")
                        .bytes(0))
                .isEqualTo(-1);
    }

    /** In an execution trace the types identify texts; in Kineto's events any value may be one. */
    @Test
    void onlyWhatIsTypedStringIsAText() {
        OperatorArgs args = recorded("[\"group\", \"object\", 5]", "[\"String\", \"Object\", \"Int\"]");
        assertThat(args.lastString()).isEqualTo("group");
        assertThat(args.size()).isEqualTo(3);
        assertThat(args.isEmpty()).isFalse();
        assertThat(args.number(2)).isEqualTo(5);
    }

    /** The type of a number is not that of a tensor. */
    @Test
    void theElementTypeIsBare() {
        assertThat(recorded("[5, 5]", "[\"Int\", \"GenericList[Tensor(c10::BFloat16)]\"]")
                        .elementType())
                .isEqualTo("c10::BFloat16");
    }
}
