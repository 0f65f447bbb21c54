// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PanelTest {
    private static Panel ranks() {
        return Panel.of(Axis.categories("rank", List.of("0", "1")), Axis.linear("ms"));
    }

    @Test
    void aMarkMakesAnotherPanel() {
        Panel empty = ranks();
        Panel one = empty.bars("compute", Ink.BLUE, 1, 2);
        assertThat(empty.marks()).isEmpty();
        assertThat(one.marks()).hasSize(1);
        assertThat(one.title("t").title()).isEqualTo("t");
        assertThat(one.title()).isEmpty();
        assertThat(one.stacked().title("t").isStacked()).isTrue();
        assertThat(one.bare().stacked().isBare()).isTrue();
        assertThat(one.isStacked() || one.isBare()).isFalse();
    }

    @Test
    void arraysAreCopied() {
        double[] xs = {1, 2};
        double[] ys = {3, 4};
        Mark.Line line = Panel.of(Axis.linear(""), Axis.linear(""))
                .line("l", Ink.BLUE, xs, ys)
                .marks(Mark.Line.class)
                .get(0);
        xs[0] = 9;
        ys[1] = 9;
        assertThat(line.x()).containsExactly(1, 2);
        assertThat(line.y()).containsExactly(3, 4);
    }

    @Test
    void kindsOfLinesDiffer() {
        double[] two = {1, 2};
        List<Mark.Line> lines = Panel.of(Axis.linear(""), Axis.linear(""))
                .line("a", Ink.BLUE, two, two)
                .dashed("b", Ink.BLUE, two, two)
                .steps("c", Ink.BLUE, two, two)
                .marks(Mark.Line.class);
        assertThat(lines).extracting(Mark.Line::dashed).containsExactly(false, true, false);
        assertThat(lines).extracting(Mark.Line::steps).containsExactly(false, false, true);
    }

    @Test
    void valuesThatDoNotMatchTheirPlacesAreRefused() {
        Panel panel = ranks();
        double[] one = {1};
        double[] two = {1, 2};
        assertThatThrownBy(() -> panel.bars("compute", Ink.BLUE, 1, 2, 3)).isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> panel.bars("compute", Ink.BLUE, two, two, one)).isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> panel.bars("compute", Ink.BLUE, two, one, one)).isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> panel.line("l", Ink.BLUE, one, two)).isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> panel.points("p", Ink.BLUE, two, two, List.of("a")))
                .isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> panel.band("b", Ink.BLUE, two, two, one)).isInstanceOf(PlotException.class);
        assertThatThrownBy(() -> panel.heat("h", new double[][] {{1, 2}}, 3)).isInstanceOf(PlotException.class);
    }

    @Test
    void aHeatMapsDarkestColourIsItsGreatestValue() {
        Panel panel = Panel.of(Axis.categories("", List.of("a", "b")), Axis.categories("", List.of("r")));
        assertThat(top(panel.heat("h", new double[][] {{3, Double.NaN}}, Double.NaN)))
                .isEqualTo(3);
        assertThat(top(panel.heat("h", new double[][] {{3, 7}}, 5))).isEqualTo(5);
        assertThat(top(panel.heat("h", new double[][] {{0, -2}}, Double.NaN))).isEqualTo(1);
        assertThat(top(panel.heat("h", new double[][] {{Double.NaN, Double.NaN}}, Double.NaN)))
                .isEqualTo(1);
    }

    private static double top(Panel panel) {
        return panel.marks(Mark.Heat.class).get(0).top();
    }

    /** 0.5 % of the tallest stack, 1000, is 5: a part of 5 is a hairline, one of -6 can be seen. */
    @Test
    void partsThatNobodyCanSeeHaveNoEntryInTheLegend() {
        Panel panel = ranks().bars("all", Ink.BLUE, 100, 989)
                .bars("hair", Ink.ORANGE, 5, 5)
                .bars("thin", Ink.GREEN, 0, -6)
                .bars("", Ink.GREY, 1, Double.NaN);
        assertThat(panel.marks().stream().map(panel.stacked()::isInLegend)).containsExactly(true, false, true, false);
        assertThat(panel.marks().stream().map(panel::isInLegend)).containsExactly(true, true, true, false);
    }
}
