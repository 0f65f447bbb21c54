// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.Size;
import org.etude.plot.paint.Scene;
import org.junit.jupiter.api.Test;

/** Text of 10 points on 300 by 200 points. */
class PanelLayoutTest {
    private static final double TINY = 1e-9;
    private static final Size SIZE = Size.COLUMN.font(10);

    private static Scene drawn(Panel panel) {
        Scene scene = new Scene(300, 200);
        new PanelLayout(panel, SIZE, false).draw(scene, 0, 0, 300, 200);
        return scene;
    }

    private static Scene.Clip area(Panel panel) {
        return drawn(panel).items().stream()
                .filter(Scene.Clip.class::isInstance)
                .map(Scene.Clip.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static List<Scene.Text> texts(Panel panel) {
        return drawn(panel).items().stream()
                .filter(Scene.Text.class::isInstance)
                .map(Scene.Text.class::cast)
                .toList();
    }

    private static Panel line() {
        return Panel.of(Axis.linear("").range(0, 1), Axis.linear("").range(0, 1))
                .line("", Ink.BLUE, new double[] {0, 1}, new double[] {0, 1});
    }

    private static List<String> names(int count, String start) {
        return IntStream.range(0, count).mapToObj(i -> start + i).toList();
    }

    private static double height(Panel panel, double width) {
        return new PanelLayout(panel, SIZE, false).naturalHeight(width);
    }

    @Test
    void aBarePanelHasHalfALineOfTextAround() {
        Scene.Clip area = area(line().bare());
        assertThat(new double[] {area.x(), area.y(), area.width(), area.height()})
                .containsExactly(new double[] {5, 6, 290, 189}, within(TINY));
        assertThat(texts(line().bare())).isEmpty();
    }

    @Test
    void aTitleTakesALineAndIsBold() {
        Scene.Clip plain = area(line());
        Scene.Clip titled = area(line().title("step"));
        assertThat(titled.y() - plain.y()).isCloseTo(10, within(TINY));
        assertThat(titled.y() + titled.height()).isCloseTo(plain.y() + plain.height(), within(TINY));
        Scene.Text title = texts(line().title("step")).get(0);
        assertThat(title.text()).isEqualTo("step");
        assertThat(title.bold()).isTrue();
        assertThat(title.x()).isEqualTo(titled.x());
    }

    @Test
    void labelsTakeSpaceBelowAndToTheLeft() {
        Panel labelled =
                Panel.of(Axis.linear("ms").range(0, 1), Axis.linear("GB").range(0, 1));
        Scene.Clip plain = area(line());
        Scene.Clip with = area(labelled);
        assertThat(with.x() - plain.x()).isCloseTo(14.5, within(TINY));
        assertThat(plain.height() - with.height()).isCloseTo(12, within(TINY));
        Scene.Text y = texts(labelled).stream()
                .filter(t -> t.text().equals("GB"))
                .findFirst()
                .orElseThrow();
        assertThat(y.angle()).isEqualTo(90);
        assertThat(y.anchor()).isEqualTo(Scene.Anchor.MIDDLE);
        assertThat(y.y()).isCloseTo(with.y() + with.height() / 2, within(TINY));
        Scene.Text x = texts(labelled).stream()
                .filter(t -> t.text().equals("ms"))
                .findFirst()
                .orElseThrow();
        assertThat(x.x()).isCloseTo(with.x() + with.width() / 2, within(TINY));
        assertThat(x.angle()).isZero();
    }

    @Test
    void longNamesStandAtAnAngleAndShortOnesDoNot() {
        Panel few =
                Panel.of(Axis.categories("", names(3, "rank")), Axis.linear("").range(0, 1));
        Panel many = Panel.of(
                Axis.categories("", names(12, "collective ")), Axis.linear("").range(0, 1));
        assertThat(texts(few).stream().filter(t -> t.text().startsWith("rank")))
                .hasSize(3)
                .allMatch(t -> t.angle() == 0 && t.anchor() == Scene.Anchor.MIDDLE);
        assertThat(texts(many).stream().filter(t -> t.text().startsWith("collective")))
                .isNotEmpty()
                .allMatch(t -> t.angle() == 38 && t.anchor() == Scene.Anchor.END);
        assertThat(area(many).height()).isLessThan(area(few).height());
    }

    /** Numbers of ranks side by side: as many as fit with half a line between them. */
    @Test
    void shortNamesAreLeftOutWhereTheyDoNotFit() {
        Panel ranks =
                Panel.of(Axis.categories("", names(256, "")), Axis.linear("").range(0, 1));
        List<Scene.Text> shown = texts(ranks).stream()
                .filter(t -> t.anchor() == Scene.Anchor.MIDDLE && !t.text().isEmpty())
                .toList();
        assertThat(shown).hasSizeBetween(5, 40);
        assertThat(shown.get(0).text()).isEqualTo("0");
        int step = Integer.parseInt(shown.get(1).text());
        for (int i = 0; i < shown.size(); i++) {
            assertThat(shown.get(i).text()).isEqualTo(Integer.toString(i * step));
        }
    }

    @Test
    void veryLongNamesOfLanesTakeAThirdOfTheWidthAtMost() {
        Panel lanes = Panel.of(Axis.linear("").range(0, 1), Axis.categories("", List.of("k".repeat(300))));
        assertThat(area(lanes).x()).isCloseTo(300 * 0.36 + 7, within(TINY));
        assertThat(texts(lanes).stream().filter(t -> t.text().startsWith("k")))
                .allMatch(t -> t.text().length() < 40);
    }

    @Test
    void lanesAskForOneAndAHalfLinesOfTextEach() {
        double ten = height(Panel.of(Axis.linear(""), Axis.categories("", names(10, "a"))), 300);
        double nine = height(Panel.of(Axis.linear(""), Axis.categories("", names(9, "a"))), 300);
        assertThat(ten - nine).isCloseTo(15.5, within(TINY));
        // 190 mm is the most, however many lanes there are.
        double many = height(Panel.of(Axis.linear(""), Axis.categories("", names(100, "a"))), 300);
        double more = height(Panel.of(Axis.linear(""), Axis.categories("", names(1000, "a"))), 300);
        assertThat(more).isCloseTo(many, within(TINY));
        assertThat(many).isBetween(190 * Size.POINTS_PER_MM, 190 * Size.POINTS_PER_MM + 40);
    }

    /** 0.62 of a column's width; what is wider than 84 mm adds 0.32 of it. */
    @Test
    void wideFiguresAreFlatter() {
        double column = 84 * Size.POINTS_PER_MM;
        assertThat(height(line(), column)).isCloseTo(column * 0.62, within(TINY));
        assertThat(height(line(), column + 100)).isCloseTo(column * 0.62 + 32, within(TINY));
    }

    @Test
    void cellsOfAHeatMapAreSquares() {
        Panel heat = Panel.of(Axis.categories("", names(20, "")), Axis.categories("", names(10, "")))
                .heat("", new double[10][20], Double.NaN);
        Scene scene = new Scene(300, 0);
        double height = height(heat, 300);
        new PanelLayout(heat, SIZE, false).draw(scene, 0, 0, 300, height);
        Scene.Clip area = scene.items().stream()
                .filter(Scene.Clip.class::isInstance)
                .map(Scene.Clip.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(area.width() / 20).isCloseTo(area.height() / 10, within(0.5));
    }

    @Test
    void theAxesMeetInTheLowerLeftCorner() {
        Scene.Clip area = area(line());
        double bottom = area.y() + area.height();
        List<double[]> paths = drawn(line()).items().stream()
                .filter(Scene.Path.class::isInstance)
                .map(item -> ((Scene.Path) item).xy())
                .toList();
        assertThat(paths).contains(new double[] {area.x(), bottom, area.x() + area.width(), bottom});
        assertThat(paths).contains(new double[] {area.x(), area.y(), area.x(), bottom});
    }

    /** Two lines of text a height apart do not touch; where all names have room at 38 degrees, that is their angle. */
    @Test
    void slantedNamesAreSteeperWhereTheirLinesWouldOverlap() {
        for (int count = 5; count <= 40; count++) {
            List<Scene.Text> names = texts(Panel.of(Axis.categories("", names(count, "an operator ")), Axis.linear(""))
                            .bars("", Ink.BLUE, new double[count]))
                    .stream()
                    .filter(text -> text.text().startsWith("an op"))
                    .toList();
            double angle = Math.toRadians(names.get(0).angle());
            double apart = (names.get(1).x() - names.get(0).x()) * Math.sin(angle);
            assertThat(apart).as("%d names", count).isGreaterThanOrEqualTo(10 - TINY);
            assertThat(names.get(0).angle()).isBetween(38.0, 90.0);
            if (apart > 10 + TINY) {
                assertThat(names.get(0).angle()).as("%d names", count).isEqualTo(38);
            }
        }
    }
}
