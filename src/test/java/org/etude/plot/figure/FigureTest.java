// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Decimal;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.Size;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.Typeface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public class FigureTest {
    private static final Size[] SIZES = {Size.COLUMN, Size.IEEE_COLUMN, Size.DOUBLE, Size.SLIDE, Size.SCREEN};

    static List<String> kinds() {
        return List.copyOf(Examples.all().keySet());
    }

    public static Figure bars() {
        return Figure.of(
                "Two bars",
                Panel.of(Axis.categories("", List.of("a", "b")), Axis.linear("ms"))
                        .bars("step", Ink.BLUE, 1, 2));
    }

    /** A reader without the font gets every text at the width reserved for it. */
    @Test
    void textWithoutItsFontTakesTheRoomThatItsFontWouldTake() {
        double width = Typeface.REGULAR.width("step", 7);
        assertThat(bars().lightSvg(Size.COLUMN))
                .contains("lengthAdjust=\"spacingAndGlyphs\" textLength=\"" + Decimal.coordinate(width)
                        + "\" fill=\"#222222\">step<");
        assertThat(bars().svg(Size.COLUMN)).contains(">step<").doesNotContain("textLength");
    }

    @Test
    void svgOfASmallFigureIsExactlyThis() throws IOException {
        assertThat(bars().lightSvg(Size.COLUMN)).isEqualTo(resource("bars.svg"));
    }

    @Test
    void aPartOfAStackThatIsNothingEverywhereHasNoLegend() {
        Panel panel = Panel.of(Axis.categories("rank", List.of("0", "1")), Axis.linear("ms"))
                .stacked()
                .bars("compute", Ink.BLUE, 1, 2)
                .bars("other", Ink.GREY, 0, 0);
        Figure figure = Figure.of("", panel);
        assertThat(Legend.names(figure)).containsExactly("compute");
        assertThat(figure.plotlyJson()).contains("\"name\":\"other\"").containsOnlyOnce("\"showlegend\":true");
    }

    @Test
    void aPartOfAStackThatIsAHairlineEverywhereHasNoLegendButIsDrawn() {
        Panel stack = Panel.of(Axis.categories("rank", List.of("0", "1")), Axis.linear("ms"))
                .stacked()
                .bars("compute", Ink.BLUE, 60, 99.5)
                .bars("copies", Ink.PURPLE, 0.1, 0.4)
                .bars("host", Ink.ORANGE, 0.7, Double.NaN);
        Figure figure = Figure.of("", stack);
        assertThat(Legend.names(figure)).containsExactly("compute", "host");
        assertThat(figure.plotlyJson()).contains("\"name\":\"copies\"");
    }

    @Test
    void plotlyOfASmallFigureIsExactlyThis() throws IOException {
        assertThat(bars().plotlyJson() + "\n").isEqualTo(resource("bars.json"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theSameFigureGivesTheSameBytesInAnyLocale(String kind) {
        Locale before = Locale.getDefault();
        Figure figure = Examples.all().get(kind);
        byte[] pdf = figure.pdf(Size.COLUMN);
        String svg = figure.svg(Size.COLUMN);
        String json = figure.plotlyJson();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            Figure again = Examples.all().get(kind);
            assertThat(again.pdf(Size.COLUMN)).isEqualTo(pdf);
            assertThat(again.svg(Size.COLUMN)).isEqualTo(svg);
            assertThat(again.plotlyJson()).isEqualTo(json);
            assertThat(svg).doesNotContain("NaN");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void nothingLeavesThePageInAnySize(String kind) {
        for (Size size : SIZES) {
            Scene scene = FigureLayout.draw(Examples.all().get(kind), size, FigureLayout.MANY_BOXES);
            assertThat(scene.width()).isCloseTo(size.widthPt(), Offset.offset(1e-9));
            for (Scene.Item item : scene.items()) {
                if (item instanceof Scene.Text text && !text.text().isEmpty()) {
                    assertThat(outside(scene, text))
                            .as(kind + " " + size + " " + text)
                            .isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void textsOfOneLineDoNotOverlap(String kind) {
        for (Size size : SIZES) {
            List<Scene.Text> texts =
                    FigureLayout.draw(Examples.all().get(kind), size, FigureLayout.MANY_BOXES).items().stream()
                            .filter(Scene.Text.class::isInstance)
                            .map(Scene.Text.class::cast)
                            .filter(t -> t.angle() == 0
                                    && !t.text().isEmpty()
                                    && !t.text().equals("a note"))
                            .toList();
            for (int i = 0; i < texts.size(); i++) {
                for (int j = i + 1; j < texts.size(); j++) {
                    assertThat(overlap(texts.get(i), texts.get(j)))
                            .as(kind + " " + size + ": " + texts.get(i) + " and " + texts.get(j))
                            .isFalse();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void plotlyIsJsonWithoutNanAndWithTitlesAsObjects(String kind) throws IOException {
        String json = Examples.all().get(kind).plotlyJson();
        JsonNode tree = new ObjectMapper().readTree(json);
        assertThat(json).doesNotContain("NaN").doesNotContain("Infinity").doesNotContain("<");
        assertThat(tree.get("data")).isNotEmpty();
        assertThat(tree.at("/layout/title/text").isTextual()).isTrue();
        assertThat(tree.at("/layout/xaxis/title").isObject()).isTrue();
    }

    @Test
    void writesWhatTheEndingSays(@TempDir Path directory) throws IOException {
        for (String ending : List.of("pdf", "svg", "png", "html", "PDF")) {
            bars().save(directory.resolve("new/figure." + ending).toString(), Size.COLUMN);
        }
        assertThat(head(directory, "pdf")).startsWith("%PDF");
        assertThat(head(directory, "svg")).startsWith("<svg xmlns");
        assertThat(head(directory, "png").substring(1)).startsWith("PNG");
        assertThat(head(directory, "html")).startsWith("<!DOCTYPE html>").contains("plotly.js");
        try (var files = Files.list(directory.resolve("new"))) {
            assertThat(files.map(p -> p.getFileName().toString()).filter(n -> n.endsWith(".part")))
                    .isEmpty();
        }
    }

    @Test
    void refusesAFormatThatIsNone(@TempDir Path directory) {
        assertThatThrownBy(() -> bars().save(directory.resolve("figure.jpeg").toString()))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("figure.jpeg")
                .hasMessageContaining(".pdf, .svg, .png or .html");
        assertThatThrownBy(() -> bars().save("figure")).isInstanceOf(PlotException.class);
    }

    @Test
    void saysWhereItCouldNotWrite(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> bars().save(file.resolve("x.svg").toString()))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void hostileTextStaysText() {
        String evil = "</script><img src=x onerror=alert(1)>\"'&\u0000\u202e";
        Figure figure = Figure.of(
                        evil,
                        Panel.of(Axis.categories(evil, List.of(evil)), Axis.linear(evil))
                                .title(evil)
                                .bars(evil, Ink.BLUE, 1)
                                .points(evil, Ink.BLACK, new double[] {0}, new double[] {1}, List.of(evil))
                                .note(0, 1, evil))
                .caption(evil);
        assertThat(figure.svg(Size.SCREEN))
                .doesNotContain("<img")
                .doesNotContain("\u0000")
                .contains("&lt;img");
        assertThat(figure.plotlyJson())
                .doesNotContain("<")
                .doesNotContain("u003cimg")
                .doesNotContain("u0000\"x");
        String page = figure.html();
        assertThat(page.substring(page.lastIndexOf("<body>"))).doesNotContain("<img");
        assertThat(page.split("</script>")).hasSize(3);
        assertThat(figure.pdf(Size.SCREEN)).isNotEmpty();
        assertThat(figure.png(Size.COLUMN)).isNotEmpty();
    }

    @Test
    void whatItShowsIsATable() {
        assertThat(bars().table().columnNames()).containsExactly("panel", "series", "category", "x", "y", "until");
        assertThat(bars().table().rowCount()).isEqualTo(2);
        assertThat(bars().table().getString(1, "category")).isEqualTo("b");
        assertThat(Examples.fit().table().rowCount()).isEqualTo(120);
        assertThat(Examples.heat().table().rowCount()).isEqualTo(256);
        Figure figure = bars();
        figure.table().clear();
        assertThat(figure.table().rowCount()).isEqualTo(2);
    }

    @Test
    void tellsWhatItIs() {
        assertThat(bars().caption("Small.").toString())
                .isEqualTo("Figure \"Two bars\": 1 panel, table of 2 rows" + System.lineSeparator() + " Small.");
    }

    @Test
    void refusesWhatNoFigureCanShow() {
        assertThatThrownBy(() -> Figure.of("none")).hasMessageContaining("needs a panel");
        assertThatThrownBy(() -> new Size(10, 0, 7, 1, true)).hasMessageContaining("a width of 10.0 mm");
        assertThatThrownBy(() -> Size.COLUMN.font(200)).hasMessageContaining("a font of 200.0 pt");
        assertThatThrownBy(() -> Axis.log("x").range(0, 1)).hasMessageContaining("0.0 to 1.0");
        Panel panel = Panel.of(Axis.categories("", List.of("a")), Axis.categories("", List.of("a")));
        assertThatThrownBy(() -> panel.bars("s", Ink.BLUE, 1, 2)).hasMessageContaining("2 values where 1 belong");
        assertThatThrownBy(() -> panel.line("s", Ink.BLUE, new double[1], new double[2]))
                .hasMessageContaining("\"s\"");
        assertThatThrownBy(() -> panel.boxes("s", Ink.BLUE, new int[] {1}, new double[1], new double[] {1}, List.of()))
                .hasMessageContaining("lane 1 of 1 does not exist");
        assertThatThrownBy(() -> panel.heat("z", new double[1][2], 1)).hasMessageContaining("2 values where 1");
    }

    @Test
    void drawsNothingWithoutFailing() {
        double[] nan = {Double.NaN, Double.POSITIVE_INFINITY};
        Figure figure = Figure.of(
                "",
                Panel.of(Axis.log(""), Axis.linear(""))
                        .line("a", Ink.BLUE, nan, nan)
                        .band("b", Ink.SKY, nan, nan, nan),
                Panel.of(Axis.categories("", List.of()), Axis.categories("", List.of()))
                        .heat("z", new double[0][0], Double.NaN),
                Panel.of(Axis.linear(""), Axis.categories("", List.of("x")))
                        .boxes("none", Ink.GREY, new int[0], new double[0], new double[0], List.of()));
        assertThat(figure.svg(Size.COLUMN)).doesNotContain("NaN").doesNotContain("Infinity");
        assertThat(figure.pdf(Size.COLUMN)).isNotEmpty();
        assertThat(figure.plotlyJson()).doesNotContain("NaN");
    }

    /** In a window of 1,000 pixels the panels have 430 of them; what stands left of the second one needs its own. */
    @Test
    void panelsSideBySideLeaveRoomForTheTextsBetweenThem() {
        Figure figure = Figure.of(
                "Path",
                Panel.of(Axis.linear("time (ms)"), Axis.categories("rank", List.of("0")))
                        .boxes("a", Ink.BLUE, new int[1], new double[1], new double[] {120}, List.of("x")),
                Panel.of(Axis.categories("", List.of("a")), Axis.linear("time on the path (ms)"))
                        .bars("a", Ink.BLUE, 1_120));
        double pixels = 430 * (domain(figure, "xaxis2")[0] - domain(figure, "xaxis")[1]);
        assertThat(pixels).isGreaterThan(Typeface.REGULAR.width("1200", 12) + 10 + 16);
        assertThat(domain(figure, "xaxis2")[1]).isEqualTo(1);
    }

    /**
     * Plotly leaves out names that would leave the drawing: those of the first bars, which lean to the left. DejaVu Sans,
     * which Linux browsers without Liberation Sans use, is up to a quarter wider than the measured font.
     */
    @Test
    void longNamesOfTheFirstBarsHaveRoomOnTheLeft() {
        List<String> names = List.of("aten::convolution_backward", "b", "c", "d", "e", "f", "g", "h", "i", "j");
        Figure figure = Figure.of(
                "t",
                Panel.of(Axis.categories("", names), Axis.linear("total"))
                        .bars("a", Ink.BLUE, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
        double reach = 1.25 * Typeface.REGULAR.width(names.get(0), 12) * Math.sqrt(0.75) - 430 / 20.0;
        assertThat(left(figure)).isGreaterThan((int) reach);
        assertThat(left(bars())).isEqualTo(70);
    }

    /** Plotly takes the space for names from the panels, down to nothing, unless the figure grows by it. */
    @Test
    void longNamesBelowBarsAreCutAndMakeTheFigureTallerInsteadOfItsPanelsLower() {
        String longest = "aten::_scaled_dot_product_flash_attention_for_cpu_backward";
        Figure upright = named(longest, 14);
        int names = pixels(upright, "b") - 60;
        assertThat(names).isBetween((int) (0.9 * 1.25 * 160), (int) Math.ceil(1.25 * 160));
        assertThat(pixels(upright, "height") - pixels(named("a", 14), "height")).isEqualTo(names);
        assertThat(pixels(named(longest, 5), "b") - 60).as("slanted").isBetween(names / 2, names / 2 + 1);
        assertThat(upright.plotlyJson())
                .contains("\"ticktext\":[\"aten::_scaled_dot_product\\u2026")
                .contains("\"customdata\":[\"" + longest + "\"");
    }

    private static Figure named(String name, int bars) {
        List<String> names = new ArrayList<>(List.of(name));
        for (int i = 1; i < bars; i++) {
            names.add(Integer.toString(i));
        }
        return Figure.of(
                "t", Panel.of(Axis.categories("", names), Axis.linear("total")).bars("a", Ink.BLUE, new double[bars]));
    }

    private static int left(Figure figure) {
        return pixels(figure, "l");
    }

    private static int pixels(Figure figure, String what) {
        Matcher number = Pattern.compile("\"" + what + "\":([0-9]+)").matcher(figure.plotlyJson());
        assertThat(number.find()).isTrue();
        return Integer.parseInt(number.group(1));
    }

    @Test
    void aLongCaptionTakesLinesThatFitANarrowPage() {
        String text =
                "31,269 intervals drawn as 5,722 boxes: neighbours closer than a pixel are one box, so that nothing is lost";
        String lane = "rank 768 communication";
        Figure figure = Figure.of("t", Panel.of(Axis.linear("x"), Axis.categories("y", List.of(lane))))
                .caption(text);
        double room = 540 - Typeface.REGULAR.width(lane, 12);
        Matcher subtitle =
                Pattern.compile("\"subtitle\":\\{\"text\":\"([^\"]*)\"").matcher(figure.plotlyJson());
        assertThat(subtitle.find()).isTrue();
        assertThat(subtitle.group(1).split("\\\\u003cbr>"))
                .hasSizeGreaterThan(1)
                .allSatisfy(line -> assertThat(Typeface.REGULAR.width(line, 11)).isLessThan(room));
        assertThat(subtitle.group(1).replace("\\u003cbr>", " ")).isEqualTo(text);
    }

    private static double[] domain(Figure figure, String axis) {
        Matcher domain = Pattern.compile("\"" + axis + "\":\\{.*?\"domain\":\\[([0-9.]+),([0-9.]+)]")
                .matcher(figure.plotlyJson());
        assertThat(domain.find()).as(axis).isTrue();
        return new double[] {Double.parseDouble(domain.group(1)), Double.parseDouble(domain.group(2))};
    }

    private static double outside(Scene scene, Scene.Text text) {
        double wide = Typeface.of(text.bold()).width(text.text(), text.size());
        double back =
                switch (text.anchor()) {
                    case START -> 0;
                    case MIDDLE -> wide / 2;
                    case END -> wide;
                };
        double angle = Math.toRadians(text.angle());
        double out = 0;
        for (double along : new double[] {-back, wide - back}) {
            double x = text.x() + along * Math.cos(angle);
            double y = text.y() - along * Math.sin(angle);
            out += Math.max(0, -0.01 - x) + Math.max(0, x - scene.width() - 0.01);
            out += Math.max(0, -0.01 - y) + Math.max(0, y - scene.height() - 0.01);
        }
        return out;
    }

    private static boolean overlap(Scene.Text a, Scene.Text b) {
        return Math.abs(a.y() - b.y()) < Math.min(a.size(), b.size()) * 0.8
                && left(a) < left(b) + width(b)
                && left(b) < left(a) + width(a);
    }

    private static double width(Scene.Text text) {
        return Typeface.of(text.bold()).width(text.text(), text.size());
    }

    private static double left(Scene.Text text) {
        return text.x()
                - switch (text.anchor()) {
                    case START -> 0;
                    case MIDDLE -> width(text) / 2;
                    case END -> width(text);
                };
    }

    private static String head(Path directory, String ending) throws IOException {
        byte[] bytes = Files.readAllBytes(directory.resolve("new/figure." + ending));
        return new String(bytes, 0, Math.min(2000, bytes.length), StandardCharsets.ISO_8859_1);
    }

    private static String resource(String name) throws IOException {
        try (var in = FigureTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
