// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.et.graph.EtIo;
import org.junit.jupiter.api.Test;

/** Sizes of tensors from the text of inputs. */
class TensorTextTest {
    private static EtIo values(String values) {
        return new EtIo(values, "[]", "[]");
    }

    @Test
    void valuesGiveElementsAndTheirWidth() {
        assertThat(TensorText.sizes(values("[[7, 3, 0, 16, 4, 'cpu'], 5, 'text']")))
                .containsExactly(64L);
        assertThat(TensorText.sizes(values("[[[1, 2, 0, 10, 2, 'x'], [1, 2, 0, 3, 8, 'x']], [1, 2, 0, 1, 1, 'x']]")))
                .containsExactly(20L, 24L, 1L);
        assertThat(TensorText.sizes(values("[[7, 3, 0, 0, 4, 'cpu']]"))).containsExactly(0L);
    }

    @Test
    void otherListsAreNoTensors() {
        assertThat(TensorText.sizes(values("[[7, 3, 0, 16, 4]]")))
                .as("five parts")
                .isEmpty();
        assertThat(TensorText.sizes(values("[[7, 3, 0, 16, 4, 'cpu', 1]]")))
                .as("seven parts")
                .isEmpty();
        assertThat(TensorText.sizes(values("[[7, 3, 0, 16, 4, 9]]")))
                .as("no device")
                .isEmpty();
        assertThat(TensorText.sizes(values("[[7, 3, 0, -1, 4, 'cpu']]")))
                .as("negative")
                .isEmpty();
        assertThat(TensorText.sizes(values("[[7, 3, 0, 16, 0, 'cpu']]")))
                .as("no width")
                .isEmpty();
        assertThat(TensorText.sizes(values("[[7, 3, 0, 9223372036854775807, 4, 'cpu']]")))
                .as("too many")
                .isEmpty();
        assertThat(TensorText.sizes(values("not a list"))).isEmpty();
        assertThat(TensorText.sizes(null)).isEmpty();
    }

    @Test
    void withoutValuesShapesAndTypesAreUsed() {
        EtIo io = new EtIo(
                "[]",
                "[[2, 3], [], [[4], [5]], [7]]",
                "['Tensor(float)', 'Tensor(c10::Half)', 'GenericList[Tensor(long int),Tensor(bool)]', 'Int']");
        assertThat(TensorText.sizes(io)).containsExactly(24L, 2L, 32L, 5L);
    }

    @Test
    void unknownTypesAndOddShapesGiveNoSize() {
        assertThat(TensorText.sizes(new EtIo("[]", "[[2]]", "['Tensor(quint4x2)']")))
                .isEmpty();
        assertThat(TensorText.sizes(new EtIo("[]", "[[-2]]", "['Tensor(float)']")))
                .isEmpty();
        assertThat(TensorText.sizes(new EtIo("[]", "[[2], [3]]", "['Tensor(float)']")))
                .isEmpty();
        assertThat(TensorText.sizes(new EtIo("[]", "[[4294967296, 4294967296]]", "['Tensor(float)']")))
                .isEmpty();
    }
}
