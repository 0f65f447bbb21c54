// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.WorkloadException;
import org.etude.workload.extrapolate.Layer.Features;
import org.etude.workload.extrapolate.Layer.Split;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layers of 12 inputs and 18 outputs, split along one of them. */
class TensorSplitTest {
    private static Layer layer(String name, Split split) {
        return new Layer(name, 0, 1, 1, 1, new Features(12, 18), split);
    }

    @ParameterizedTest
    @CsvSource({
        "aten::linear, COLUMN, its output has 18 features",
        "aten::addmm, COLUMN_BESIDE, its output has 18 features",
        "aten::conv2d, COLUMN_GATHERED, its output has 18 channels",
        "aten::conv2d, ROW, its input has 12 channels",
        "aten::embedding, TABLE, its table has 12 rows"
    })
    void namesTheDimension(String name, Split split, String dimension) {
        List<Layer> layers =
                List.of(new Layer("wide", 0, 1, 1, 1, new Features(1000, 1000), split), layer(name, split));
        assertThatThrownBy(() -> TensorSplit.require(layers, 19))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(name + ", layer 1, cannot be split over 19 ranks: " + dimension);
        assertThat(TensorSplit.uneven(layers, 5)).isEqualTo(name + ", layer 1: " + dimension);
        assertThat(TensorSplit.uneven(layers, 2)).isNull();
    }

    @Property
    void asManyRanksAsTheSmallestDimensionAndNoMore(@ForAll @IntRange(min = 1, max = 1 << 24) int ranks) {
        List<Layer> layers = List.of(layer("aten::linear", Split.COLUMN), layer("aten::linear", Split.ROW));
        if (ranks <= 12) {
            assertThatCode(() -> TensorSplit.require(layers, ranks)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> TensorSplit.require(layers, ranks))
                    .hasMessageContaining("its input has 12 features");
        }
    }
}
