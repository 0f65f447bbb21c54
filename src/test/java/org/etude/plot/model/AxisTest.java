// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
    @Test
    void evenRatiosAreLogarithmicWhateverTheirMarks() {
        assertThat(List.of(
                        Axis.linear("a").isLog(),
                        Axis.log("a").isLog(),
                        Axis.doublings("a").isLog()))
                .containsExactly(false, true, true);
        assertThat(Axis.categories("a", List.of("x")).isCategories()).isTrue();
        assertThat(Axis.log("a").isCategories()).isFalse();
    }

    @Test
    void namesAreCopied() {
        List<String> names = new ArrayList<>(List.of("x"));
        Axis axis = Axis.categories("a", names);
        names.add("y");
        assertThat(axis.categories()).containsExactly("x");
    }

    @Test
    void aRangeThatIsNoneIsRefused() {
        assertThatThrownBy(() -> Axis.linear("time in ms").range(5, 5))
                .isInstanceOf(PlotException.class)
                .hasMessageStartingWith("axis \"time in ms\": the range 5.0 to 5.0 cannot be shown")
                .hasMessageContaining("Give a lower end below the upper end");
        assertThatThrownBy(() -> Axis.linear("a").range(6, 5)).isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> Axis.log("a").range(0, 5)).isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> Axis.doublings("a").range(-1, Double.NaN)).isInstanceOf(PlotException.class);
    }

    @Test
    void anEndMayStayOpen() {
        assertThat(Axis.linear("a").range(Double.NaN, 5).low()).isNaN();
        assertThat(Axis.linear("a").range(-5, Double.NaN).low()).isEqualTo(-5);
        assertThat(Axis.linear("a").range(0, 1).high()).isEqualTo(1);
        assertThat(Axis.log("a").range(Double.NaN, 5).high()).isEqualTo(5);
    }

    @Test
    void theScaleChoosesTheMarks() {
        assertThat(Axis.linear("a").ticks(0, 10, 5).values()).contains(0, 2, 4, 6, 8, 10);
        assertThat(Axis.log("a").ticks(1, 1000, 4).values()).contains(1, 10, 100, 1000);
        assertThat(Axis.doublings("a").ticks(1, 8, 4).values()).contains(1, 2, 4, 8);
    }
}
