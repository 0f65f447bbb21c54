// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtentTest {
    @Test
    void finiteValuesOnly() {
        Extent extent = new Extent(false);
        assertThat(extent.isEmpty()).isTrue();
        extent.addAll(new double[] {Double.NaN, 3, Double.POSITIVE_INFINITY, -2, Double.NEGATIVE_INFINITY});
        assertThat(extent.low()).isEqualTo(-2);
        assertThat(extent.high()).isEqualTo(3);
        assertThat(extent.isEmpty()).isFalse();
    }

    @Test
    void aLogarithmicAxisHasPositiveValuesOnly() {
        Extent extent = new Extent(true);
        extent.addAll(new double[] {0, -4});
        assertThat(extent.isEmpty()).isTrue();
        extent.add(0.5);
        assertThat(extent.low()).isEqualTo(0.5);
        assertThat(extent.high()).isEqualTo(0.5);
        assertThat(extent.isEmpty()).isFalse();
    }
}
