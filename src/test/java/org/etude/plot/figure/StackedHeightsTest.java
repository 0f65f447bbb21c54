// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.junit.jupiter.api.Test;

class StackedHeightsTest {
    @Test
    void eachBarEndsOnTheOneBelowIt() {
        Panel panel = Panel.of(Axis.categories("", List.of("r0", "r1", "r2")), Axis.linear(""))
                .bars("compute", Ink.BLUE, 1, 2, 3)
                .bars("comm", Ink.GREEN, 10, Double.NaN, -1)
                .bars("idle", Ink.GREY, 100, 200, Double.POSITIVE_INFINITY);
        List<double[]> tops = StackedHeights.of(panel);
        assertThat(tops).hasSize(3);
        assertThat(tops.get(0)).containsExactly(1, 2, 3);
        assertThat(tops.get(1)).containsExactly(11, 2, 2);
        assertThat(tops.get(2)).containsExactly(111, 202, 2);
    }

    @Test
    void aPanelWithoutBarsHasNone() {
        Panel panel = Panel.of(Axis.categories("", List.of("r0")), Axis.linear(""))
                .points("", Ink.BLUE, new double[] {0}, new double[] {1});
        assertThat(StackedHeights.of(panel)).isEmpty();
    }
}
