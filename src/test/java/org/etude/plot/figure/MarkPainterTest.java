// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Hatch;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.Size;
import org.etude.plot.paint.Scene;
import org.junit.jupiter.api.Test;

/** One unit of x is one point, from 0 to 200; y reaches over 100 points. */
class MarkPainterTest {
    private static final double TINY = 1e-9;
    private static final Axis X = Axis.linear("").range(0, 200);
    private static final Size SIZE = Size.COLUMN.font(10);

    private static Scene painted(Panel panel, boolean grey) {
        Scene scene = new Scene(200, 100);
        MarkPainter painter =
                new MarkPainter(scene, panel, Mapping.x(panel, 0, 200), Mapping.y(panel, 0, 100), SIZE, grey);
        painter.behind(0, 0, 200, 100);
        painter.marks();
        painter.notes(0, 200);
        return scene;
    }

    private static <I extends Scene.Item> List<I> items(Scene scene, Class<I> kind) {
        return scene.items().stream()
                .flatMap(item -> kind.isInstance(item) ? Stream.of(kind.cast(item)) : Stream.empty())
                .toList();
    }

    private static Panel lanes(String... names) {
        return Panel.of(X, Axis.categories("", List.of(names)));
    }

    private static Panel even() {
        return Panel.of(X, Axis.linear("").range(0, 100));
    }

    /** Two lanes of 50 points; a box is at most 2.4 lines of text high, 24 points, in the middle of its lane. */
    @Test
    void boxesStandInTheirLanesWithALittleSpaceBehindThem() {
        Panel panel = lanes("a", "b")
                .boxes("k", Ink.BLUE, new int[] {0, 1}, new double[] {10, 20}, new double[] {60, 21}, List.of());
        Scene.Boxes boxes = items(painted(panel, false), Scene.Boxes.class).get(0);
        assertThat(boxes.fill()).isEqualTo(0x0072B2);
        assertThat(boxes.xywh()).containsExactly(new double[] {10, 13, 49.7, 24, 20, 63, 1, 24}, within(TINY));
    }

    @Test
    void aBoxWithoutLengthIsAHairlineAndThinLanesAreFourFifthsFull() {
        String[] names = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
        Panel panel = lanes(names).boxes("k", Ink.BLUE, new int[] {9}, new double[] {7}, new double[] {7}, List.of());
        Scene.Boxes boxes = items(painted(panel, false), Scene.Boxes.class).get(0);
        assertThat(boxes.xywh()).containsExactly(new double[] {7, 91, 0.25, 8}, within(TINY));
    }

    @Test
    void backgroundsAreLightWholeAndFirst() {
        Panel panel = lanes("a", "b")
                .boxes("k", Ink.BLUE, new int[] {0}, new double[] {10}, new double[] {60}, List.of())
                .background("s", Ink.GREY, new int[] {0}, new double[] {5}, new double[] {100}, 2);
        List<Scene.Boxes> boxes = items(painted(panel, false), Scene.Boxes.class);
        assertThat(boxes).hasSize(2);
        assertThat(boxes.get(0).fill()).isEqualTo(Ink.GREY.tint(false));
        assertThat(boxes.get(0).xywh()).containsExactly(new double[] {5, 0, 95, 100}, within(TINY));
        assertThat(boxes.get(1).fill()).isEqualTo(0x0072B2);
    }

    @Test
    void inGreyBoxesAreHatchedAndSayNothing() {
        Panel panel = lanes("a")
                .boxes("k", Ink.VERMILLION, new int[] {0}, new double[] {0}, new double[] {150}, List.of("gemm"));
        Scene grey = painted(panel, true);
        assertThat(items(grey, Scene.Hatching.class)).hasSize(1);
        assertThat(items(grey, Scene.Hatching.class).get(0).hatch()).isEqualTo(Hatch.RISING);
        assertThat(items(grey, Scene.Text.class)).isEmpty();
        assertThat(items(painted(panel, false), Scene.Hatching.class)).isEmpty();
    }

    @Test
    void onlyTextsThatFitAreInsideBoxesInAColourThatIsSeen() {
        Panel panel = lanes("a", "b")
                .boxes(
                        "k",
                        Ink.BLUE,
                        new int[] {0, 1},
                        new double[] {0, 0},
                        new double[] {100, 12},
                        List.of("gemm", "gemm"))
                .boxes("c", Ink.YELLOW, new int[] {1}, new double[] {50}, new double[] {150}, List.of("copy"));
        List<Scene.Text> texts = items(painted(panel, false), Scene.Text.class);
        assertThat(texts).extracting(Scene.Text::text).containsExactly("gemm", "copy");
        assertThat(texts).extracting(Scene.Text::rgb).containsExactly(0xFFFFFF, 0);
        assertThat(texts.get(0).x()).isCloseTo(49.85, within(TINY));
        assertThat(texts.get(0).y()).isCloseTo(25 + 8.5 * 0.35, within(TINY));
        assertThat(texts.get(1).y()).isCloseTo(75 + 8.5 * 0.35, within(TINY));
    }

    /** What a logarithmic axis cannot show is left out, and the others keep their texts. */
    @Test
    void boxesFromZeroOnALogarithmicAxisAreLeftOutWithTheirTexts() {
        Panel panel = Panel.of(Axis.log("").range(1, 100), Axis.categories("", List.of("a", "b")))
                .boxes(
                        "k",
                        Ink.BLUE,
                        new int[] {0, 1},
                        new double[] {0, 10},
                        new double[] {100, 100},
                        List.of("lost", "seen"));
        Scene scene = painted(panel, false);
        assertThat(items(scene, Scene.Boxes.class).get(0).xywh())
                .containsExactly(new double[] {100, 63, 99.7, 24}, within(1e-6));
        List<Scene.Text> texts = items(scene, Scene.Text.class);
        assertThat(texts).extracting(Scene.Text::text).containsExactly("seen");
        assertThat(texts.get(0).x()).isCloseTo(149.85, within(1e-6));
    }

    @Test
    void aLineBreaksAtNaNAndAPlaceAloneIsNoLine() {
        Panel panel = even().line("l", Ink.GREEN, new double[] {0, 10, 20, 30, 40, 50}, new double[] {
            100, 0, Double.NaN, 50, Double.NaN, 50
        });
        List<Scene.Path> paths = items(painted(panel, false), Scene.Path.class);
        assertThat(paths).hasSize(1);
        assertThat(paths.get(0).xy()).containsExactly(0, 0, 10, 100);
        assertThat(paths.get(0).stroke()).isEqualTo(0x009E73);
        assertThat(paths.get(0).fill()).isEqualTo(Scene.NONE);
        assertThat(paths.get(0).closed()).isFalse();
        assertThat(paths.get(0).width()).isEqualTo(SIZE.linePt());
    }

    @Test
    void stepsHoldTheirValueUntilTheNext() {
        Panel panel = even().steps("l", Ink.BLUE, new double[] {0, 10, 30}, new double[] {100, 50, 0});
        assertThat(items(painted(panel, false), Scene.Path.class).get(0).xy())
                .containsExactly(0, 0, 10, 0, 10, 50, 30, 50, 30, 100);
    }

    @Test
    void dashesAreMeasuredInWidthsOfTheLine() {
        Panel panel = even().dashed("d", Ink.BLUE, new double[] {0, 9}, new double[] {1, 2})
                .line("v", Ink.VERMILLION, new double[] {0, 9}, new double[] {1, 2});
        assertThat(items(painted(panel, false), Scene.Path.class))
                .extracting(Scene.Path::dash)
                .containsExactly(new double[] {3 * 0.8, 2 * 0.8}, new double[0]);
        assertThat(items(painted(panel, true), Scene.Path.class).get(1).dash())
                .containsExactly(new double[] {6 * 0.8, 3 * 0.8}, within(TINY));
    }

    @Test
    void pointsThatAreNoPlacesAreLeftOut() {
        Panel panel =
                even().points("p", Ink.GREEN, new double[] {10, 20, Double.NaN}, new double[] {50, Double.NaN, 1});
        List<Scene.Path> paths = items(painted(panel, false), Scene.Path.class);
        assertThat(paths).hasSize(1);
        assertThat(paths.get(0).closed()).isTrue();
        assertThat(paths.get(0).xy()).hasSize(6);
        assertThat(paths.get(0).xy()[0]).isCloseTo(10, within(TINY));
        assertThat(paths.get(0).xy()[1]).isCloseTo(50 - 2.4 * 1.25, within(TINY));
    }

    @Test
    void aBandGoesAlongItsLowEndAndBack() {
        Panel panel = even().band("b", Ink.BLUE, new double[] {0, 100}, new double[] {10, 20}, new double[] {30, 40});
        Scene.Path band = items(painted(panel, false), Scene.Path.class).get(0);
        assertThat(band.xy()).containsExactly(0, 90, 100, 80, 100, 60, 0, 70);
        assertThat(band.fill()).isEqualTo(Ink.BLUE.tint(false));
        assertThat(band.stroke()).isEqualTo(Scene.NONE);
    }

    @Test
    void shadesEndAtTheSidesOfThePlot() {
        Panel panel = even().shade("s", Ink.GREY, new double[] {-50, 150, 250}, new double[] {10, 400, 300});
        assertThat(items(painted(panel, false), Scene.Boxes.class).get(0).xywh())
                .containsExactly(0, 0, 10, 100, 150, 0, 50, 100);
    }

    @Test
    void cellsWithoutAValueStayEmpty() {
        Panel panel = Panel.of(Axis.categories("", List.of("c0", "c1")), Axis.categories("", List.of("r0", "r1")))
                .heat("h", new double[][] {{0, Double.NaN}, {5, 10}}, Double.NaN);
        List<Scene.Boxes> cells = items(painted(panel, false), Scene.Boxes.class);
        assertThat(cells).hasSize(3);
        assertThat(cells).extracting(Scene.Boxes::fill).containsExactly(0xF1F5F9, 0x56A5D8, 0x00314F);
        assertThat(cells.get(2).xywh()).containsExactly(new double[] {100, 50, 100.05, 50.05}, within(TINY));
    }

    @Test
    void notesMoveSoThatTheyAreWhole() {
        Panel panel = even().note(100, 50, "here").note(199, 50, "at the end").note(-30, 50, "before");
        List<Scene.Text> notes = items(painted(panel, false), Scene.Text.class);
        assertThat(notes.get(0).x()).isEqualTo(102);
        assertThat(notes.get(0).y()).isEqualTo(48);
        assertThat(notes.get(1).x()).isLessThan(198).isGreaterThan(100);
        assertThat(notes.get(2).x()).isEqualTo(2);
    }
}
