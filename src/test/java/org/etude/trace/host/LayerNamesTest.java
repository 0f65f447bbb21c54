// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.trace.model.StringTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerNamesTest {
    @ParameterizedTest
    @CsvSource({
        "aten::linear, true",
        "aten::embedding, true",
        "aten::convolution, true",
        "torch::autograd::AccumulateGrad, true",
        "aten::linear_backward, false",
        "aten::relu, false",
        "linear, false"
    })
    void operatorsWithParametersAndTakersOfGradients(String name, boolean expected) {
        StringTable names = new StringTable();
        names.idOf("aten::relu");
        LayerNames layers = new LayerNames(names);
        assertThat(layers.isLayer(names.idOf(name))).isEqualTo(expected);
        assertThat(layers.isLayer(names.idOf(name))).as("asked again").isEqualTo(expected);
        assertThat(layers.isLayer(names.idOf("aten::mm")))
                .as("a name that came later")
                .isTrue();
    }
}
