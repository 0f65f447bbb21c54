// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/** What verbs say in users' words is what the values inside mean. */
class ScaleVerbsTest {
    @Test
    void sizesAreOfBuffersUnlessAVerbSaysOtherwise() {
        assertThat(new ScaleSettings().sizes()).isEqualTo(CollectiveSizes.BUFFER);
        assertThat(new ScaleSettings().wireSizes().sizes()).isEqualTo(CollectiveSizes.WIRE);
        assertThat(new ScaleSettings().recordedSizes().sizes()).isEqualTo(CollectiveSizes.RECORDED);
        assertThat(new ScaleSettings().wireSizes().bufferSizes().sizes()).isEqualTo(CollectiveSizes.BUFFER);
    }

    @Test
    void gradientsAreHalfPrecisionInBucketsOfPyTorch() {
        assertThat(new ScaleSettings().gradients(5_000).gradients())
                .isEqualTo(new GradientSync(5_000, 2, 25L << 20, 0));
        assertThat(new ScaleSettings().gradients(5_000, 4, new Bytes(1_024)).gradients())
                .isEqualTo(new GradientSync(5_000, 4, 1_024, 0));
        assertThat(new ScaleSettings().gradients(5_000, 4, 3).gradients()).isEqualTo(new GradientSync(5_000, 4, 0, 3));
        assertThatThrownBy(() -> new ScaleSettings().gradients(0))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("gradients of 0 parameters");
    }

    @Test
    void aTransformerSaysHowManyParametersItHas() {
        TransformerSpec model = TransformerSpec.of(2, 4, 3, new Bytes(64), Time.us(5), 7_000);
        assertThat(model).isEqualTo(new TransformerSpec(2, 4, 3, new Bytes(64), Time.us(5), GradientSync.of(7_000)));
        assertThat(model.gradients(4, new Bytes(512)).gradients()).isEqualTo(new GradientSync(7_000, 4, 512, 0));
        assertThatThrownBy(() -> TransformerSpec.of(0, 4, 3, new Bytes(64), Time.us(5), 7_000))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("0 x 4 ranks");
    }
}
