// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.paint.Scene;
import org.junit.jupiter.api.Test;

/** Two categories of 100 points each; y from 0 to 100 over 100 points, downwards on the page. */
class BarPainterTest {
    private static final double TINY = 1e-9;
    private static final double FONT = 10;

    private static Panel panel() {
        return Panel.of(Axis.categories("", List.of("a", "b")), Axis.linear("").range(0, 100));
    }

    private static Scene painted(Panel panel, double font) {
        Scene scene = new Scene(200, 100);
        BarPainter.draw(scene, panel, Mapping.x(panel, 0, 200), Mapping.y(panel, 0, 100), font, false);
        return scene;
    }

    private static <I extends Scene.Item> List<I> items(Scene scene, Class<I> kind) {
        return scene.items().stream()
                .flatMap(item -> kind.isInstance(item) ? Stream.of(kind.cast(item)) : Stream.empty())
                .toList();
    }

    private static double[] boxes(Scene scene, int mark) {
        return items(scene, Scene.Boxes.class).get(mark).xywh();
    }

    /** A bar is at most 8 lines of text wide and takes at most 78 % of its category, in the middle of it. */
    @Test
    void oneBarIsInTheMiddleOfItsCategory() {
        Panel one = panel().bars("", Ink.BLUE, 40, 100);
        assertThat(boxes(painted(one, FONT), 0))
                .containsExactly(new double[] {11, 60, 78, 40, 111, 0, 78, 100}, within(TINY));
        assertThat(boxes(painted(one, 5), 0))
                .containsExactly(new double[] {30, 60, 40, 40, 130, 0, 40, 100}, within(TINY));
    }

    /** Two series share the width; each leaves six hundredths of its own free. */
    @Test
    void seriesAreSideBySide() {
        Scene scene = painted(panel().bars("p", Ink.BLUE, 10, 20).bars("q", Ink.GREEN, 30, 40), FONT);
        assertThat(boxes(scene, 0)).containsExactly(new double[] {11, 90, 36.66, 10, 111, 80, 36.66, 20}, within(TINY));
        assertThat(boxes(scene, 1)).containsExactly(new double[] {50, 70, 36.66, 30, 150, 60, 36.66, 40}, within(TINY));
        Scene small = painted(panel().bars("p", Ink.BLUE, 10, 20).bars("q", Ink.GREEN, 30, 40), 4);
        assertThat(boxes(small, 0)).containsExactly(new double[] {18, 90, 30.08, 10, 118, 80, 30.08, 20}, within(TINY));
    }

    @Test
    void stackedBarsBeginWhereTheOneBelowEnds() {
        Scene scene =
                painted(panel().stacked().bars("p", Ink.BLUE, 10, Double.NaN).bars("q", Ink.GREEN, 30, 40), FONT);
        assertThat(boxes(scene, 0)).containsExactly(new double[] {11, 90, 78, 10, 111, 100, 78, 0}, within(TINY));
        assertThat(boxes(scene, 1)).containsExactly(new double[] {11, 60, 78, 30, 111, 60, 78, 40}, within(TINY));
    }

    /** A bar below zero hangs from the line of zero. */
    @Test
    void negativeBarsHangFromZero() {
        Panel mixed = Panel.of(
                        Axis.categories("", List.of("a", "b")), Axis.linear("").range(-50, 50))
                .bars("", Ink.BLUE, -20, 20);
        assertThat(boxes(painted(mixed, FONT), 0))
                .containsExactly(new double[] {11, 50, 78, 20, 111, 30, 78, 20}, within(TINY));
    }

    /** An interval is a line from end to end with a stroke of six points at each; an unknown one is not drawn. */
    @Test
    void intervalsAreDrawnAtTheEndsOfBars() {
        Panel one =
                panel().bars("", Ink.BLUE, new double[] {40, 50}, new double[] {30, Double.NaN}, new double[] {60, 70});
        List<Scene.Path> lines = items(painted(one, FONT), Scene.Path.class);
        assertThat(lines).extracting(Scene.Path::xy).hasSize(3);
        assertThat(lines.get(0).xy()).containsExactly(new double[] {50, 70, 50, 40}, within(TINY));
        assertThat(lines.get(1).xy()).containsExactly(new double[] {47, 70, 53, 70}, within(TINY));
        assertThat(lines.get(2).xy()).containsExactly(new double[] {47, 40, 53, 40}, within(TINY));
    }

    /** On a stack of 10 + 40, the interval 30 to 60 of the upper bar reaches from 40 to 70, and the axis has room for it. */
    @Test
    void intervalsOfStackedBarsMoveUpWithThem() {
        double[] low = {30, 50};
        double[] high = {60, 50};
        Panel stack =
                panel().stacked().bars("p", Ink.BLUE, 10, 10).bars("q", Ink.GREEN, new double[] {40, 50}, low, high);
        List<Scene.Path> lines = items(painted(stack, FONT), Scene.Path.class);
        assertThat(lines.get(0).xy()).containsExactly(new double[] {50, 60, 50, 30}, within(TINY));
        Panel open = Panel.of(Axis.categories("", List.of("a", "b")), Axis.linear(""))
                .stacked()
                .bars("p", Ink.BLUE, 10, 10)
                .bars("q", Ink.GREEN, new double[] {40, 50}, low, high);
        // The tallest stack is 60 high, the upper end of the interval 70; the axis adds four percent.
        assertThat(Mapping.range(open, false)).containsExactly(new double[] {0, 72.8}, within(TINY));
    }

    @Test
    void aPanelWithoutBarsStaysEmpty() {
        assertThat(painted(panel(), FONT).items()).isEmpty();
    }
}
