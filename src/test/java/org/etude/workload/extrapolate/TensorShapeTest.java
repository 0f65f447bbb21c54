// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.trace.model.NodeIo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorShapeTest {
    private static List<TensorShape> read(String shapes, String types) {
        return TensorShape.of(new NodeIo("", shapes, types, ""));
    }

    @Test
    void tensorsAmongNumbersAndLists() {
        List<TensorShape> found = read(
                "[[32, 3, 32, 32], [64, 3, 7, 7], [], [[], []], [[], []], []]",
                "[\"Tensor(float)\", \"Tensor(float)\", \"None\", \"GenericList[Int,Int]\", \"GenericList[Int,Int]\", \"Int\"]");
        assertThat(found)
                .containsExactly(
                        new TensorShape(0, List.of(32L, 3L, 32L, 32L), 4),
                        new TensorShape(1, List.of(64L, 3L, 7L, 7L), 4));
        assertThat(found.get(0).elements()).isEqualTo(98_304);
        assertThat(found.get(1).bytes()).isEqualTo(4 * 9_408);
    }

    @Test
    void tensorsOfAList() {
        List<TensorShape> found =
                read("[[[10, 128], [10]], []]", "[\"GenericList[Tensor(c10::Half),Tensor(c10::Half)]\", \"Double\"]");
        assertThat(found)
                .containsExactly(new TensorShape(0, List.of(10L, 128L), 2), new TensorShape(0, List.of(10L), 2));
    }

    @ParameterizedTest
    @CsvSource({
        "Tensor(float), 4",
        "Tensor(double), 8",
        "Tensor(long int), 8",
        "Tensor(c10::Half), 2",
        "Tensor(c10::BFloat16), 2",
        "Tensor(bool), 1",
        "Tensor(unsigned char), 1",
        "Tensor(int), 4"
    })
    void bytesOfElements(String type, int bytes) {
        assertThat(read("[[6]]", "[\"" + type + "\"]")).containsExactly(new TensorShape(0, List.of(6L), bytes));
    }

    @Test
    void nothingToRead() {
        assertThat(TensorShape.of(NodeIo.NONE)).isEmpty();
        assertThat(read("[[], [[]]]", "[\"Tensor(float)\", \"GenericList[Tensor(float)]\"]"))
                .isEmpty();
        assertThat(read("[[3, 4", "[\"Tensor(float)\"]")).containsExactly(new TensorShape(0, List.of(3L, 4L), 4));
    }
}
