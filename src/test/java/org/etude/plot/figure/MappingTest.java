// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.junit.jupiter.api.Test;

class MappingTest {
    private static final double TINY = 1e-9;

    private static Panel linear(double[] xs, double[] ys) {
        return Panel.of(Axis.linear(""), Axis.linear("")).line("a", Ink.BLUE, xs, ys);
    }

    private static void ranges(Panel panel, double[] x, double[] y) {
        assertThat(Mapping.range(panel, true)).containsExactly(x, within(TINY));
        assertThat(Mapping.range(panel, false)).containsExactly(y, within(TINY));
    }

    @Test
    void valuesFarFromZeroGetFourPercentOnEachSide() {
        ranges(linear(new double[] {10, 20}, new double[] {100, 200}), new double[] {9.6, 20.4}, new double[] {96, 204
        });
    }

    /** 9 of 20 is the bound: below it the axis begins at zero, which a reader expects of sizes. */
    @Test
    void valuesNearZeroBeginAtZero() {
        assertThat(Mapping.range(linear(new double[] {0, 1}, new double[] {8.9, 20}), false))
                .containsExactly(new double[] {0, 20.444}, within(TINY));
        assertThat(Mapping.range(linear(new double[] {0, 1}, new double[] {9, 20}), false))
                .containsExactly(new double[] {8.56, 20.44}, within(TINY));
    }

    @Test
    void negativeValuesEndAtZeroAndMixedOnesHaveBothEndsPadded() {
        ranges(linear(new double[] {-20, -10}, new double[] {-5, 5}), new double[] {-20.4, 0}, new double[] {-5.4, 5.4
        });
    }

    @Test
    void oneValueIsInTheMiddleOfXAndBelowTheTopOfY() {
        ranges(linear(new double[] {5}, new double[] {5}), new double[] {2.5, 7.5}, new double[] {0, 7.5});
        ranges(linear(new double[] {0}, new double[] {0}), new double[] {-1, 1}, new double[] {-1, 1});
        ranges(linear(new double[] {-4}, new double[] {-4}), new double[] {-6, -2}, new double[] {-6, -2});
    }

    @Test
    void nothingToShowHasAnAxisAllTheSame() {
        ranges(Panel.of(Axis.linear(""), Axis.log("")), new double[] {0, 1}, new double[] {1, 10});
    }

    @Test
    void aBarePanelIsPaddedAtZeroToo() {
        ranges(linear(new double[] {0, 10}, new double[] {0, 100}).bare(), new double[] {-0.4, 10.4}, new double[] {
            -4, 104
        });
    }

    @Test
    void lanesTakeTheWholeWidth() {
        Panel panel = Panel.of(Axis.linear(""), Axis.categories("", List.of("a", "b", "c")))
                .boxes("", Ink.BLUE, new int[] {0, 2}, new double[] {3, 5}, new double[] {4, 9}, List.of());
        ranges(panel, new double[] {3, 9}, new double[] {-0.5, 2.5});
        assertThat(Mapping.range(Panel.of(Axis.categories("", List.of()), Axis.linear("")), true))
                .containsExactly(-0.5, 0.5);
    }

    @Test
    void logarithmicAxesKnowOnlyWhatIsAboveZero() {
        Panel panel = Panel.of(Axis.log(""), Axis.doublings(""))
                .line("", Ink.BLUE, new double[] {-1, 10, 1000}, new double[] {0, 2, 8});
        ranges(panel, new double[] {10 / 1.12, 1120}, new double[] {2 / 1.12, 8 * 1.12});
    }

    @Test
    void endsThatWereGivenHoldEachByItself() {
        Panel low = Panel.of(
                        Axis.linear("").range(-3, Double.NaN), Axis.linear("").range(Double.NaN, 500))
                .line("", Ink.BLUE, new double[] {10, 20}, new double[] {100, 200});
        ranges(low, new double[] {-3, 20.4}, new double[] {96, 500});
    }

    @Test
    void stackedBarsReachToTheirSum() {
        Panel bars = Panel.of(Axis.categories("", List.of("r0", "r1")), Axis.linear(""))
                .bars("a", Ink.BLUE, 1, 2)
                .bars("b", Ink.GREEN, 3, 4);
        assertThat(Mapping.range(bars, false)).containsExactly(new double[] {0, 4.16}, within(TINY));
        assertThat(Mapping.range(bars.stacked(), false)).containsExactly(new double[] {0, 6.24}, within(TINY));
    }

    @Test
    void placesGoRightAndUp() {
        Panel panel = Panel.of(Axis.linear("").range(0, 10), Axis.linear("").range(0, 10));
        Mapping x = Mapping.x(panel, 100, 200);
        Mapping y = Mapping.y(panel, 0, 50);
        assertThat(List.of(x.at(0), x.at(5), x.at(10))).containsExactly(100.0, 150.0, 200.0);
        assertThat(List.of(y.at(0), y.at(4), y.at(10))).containsExactly(50.0, 30.0, 0.0);
        assertThat(List.of(x.low(), x.high())).containsExactly(0.0, 10.0);
    }

    @Test
    void categoriesGoDown() {
        Panel panel = Panel.of(Axis.linear(""), Axis.categories("", List.of("a", "b")));
        Mapping y = Mapping.y(panel, 10, 110);
        assertThat(List.of(y.at(0), y.at(1), y.pitch())).containsExactly(35.0, 85.0, 50.0);
    }

    @Test
    void evenRatiosAreEvenDistances() {
        Panel panel = Panel.of(Axis.log("").range(1, 100), Axis.linear(""));
        Mapping x = Mapping.x(panel, 0, 100);
        assertThat(x.at(10)).isCloseTo(50, within(TINY));
        assertThat(x.at(1)).isZero();
        assertThat(x.at(0)).isNaN();
        assertThat(x.at(-5)).isNaN();
    }
}
