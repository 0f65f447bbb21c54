// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.plot.model.Hatch;
import org.junit.jupiter.api.Test;

class SvgPainterTest {
    private static List<String> body(Scene scene) {
        List<String> lines = SvgPainter.paint(scene, false).lines().toList();
        assertThat(lines.get(lines.size() - 1)).isEqualTo("</svg>");
        return lines.subList(2, lines.size() - 1);
    }

    private static Scene scene(Scene.Item... items) {
        Scene scene = new Scene(72, 36);
        List.of(items).forEach(scene::add);
        return scene;
    }

    /** An inch is 25.4 mm and 72 points. */
    @Test
    void theSizeIsOnPaper() {
        assertThat(SvgPainter.paint(new Scene(72, 36), false))
                .isEqualTo("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"25.4mm\" height=\"12.7mm\""
                        + " viewBox=\"0 0 72 36\">\n"
                        + "<style>text{font-family:Liberation Sans,Arial,Helvetica,sans-serif;font-kerning:none;"
                        + "white-space:pre}</style>\n</svg>\n");
    }

    @Test
    void boxesOfAColourAreOnePath() {
        assertThat(body(scene(new Scene.Boxes(new double[] {1, 2, 3.5, 4, 10, 20, .25, 1.006}, 0x72B2))))
                .containsExactly("<path fill=\"#0072b2\" d=\"M1 2h3.5v4h-3.5zM10 20h.25v1.01h-.25z\"/>");
    }

    @Test
    void linesHaveTheirStrokeAndDash() {
        assertThat(body(scene(
                        new Scene.Path(
                                new double[] {0, 0, 5, -5}, false, Scene.NONE, 0xFF0000, 0.8, new double[] {3, 1.5}),
                        new Scene.Path(new double[] {0, 0, 5, 5, 9, 0}, true, 0xFF, Scene.NONE, 3, new double[0]))))
                .containsExactly(
                        "<path fill=\"none\" stroke=\"#ff0000\" stroke-width=\".8\" stroke-linejoin=\"round\""
                                + " stroke-dasharray=\"3 1.5\" d=\"M0 0L5 -5\"/>",
                        "<path fill=\"#0000ff\" d=\"M0 0L5 5L9 0z\"/>");
    }

    @Test
    void textsSayOnlyWhatDiffersFromTheRule() {
        assertThat(body(scene(
                        new Scene.Text(1, 2, "a", 7, false, Scene.Anchor.START, 0, 0),
                        new Scene.Text(1, 2, "&", 7, true, Scene.Anchor.MIDDLE, 90, 0x222222),
                        new Scene.Text(1, 2, "<", 7, false, Scene.Anchor.END, -38, 0))))
                .containsExactly(
                        "<text x=\"1\" y=\"2\" font-size=\"7\">a</text>",
                        "<text x=\"1\" y=\"2\" font-size=\"7\" font-weight=\"bold\" text-anchor=\"middle\""
                                + " transform=\"rotate(-90 1 2)\" fill=\"#222222\">&amp;</text>",
                        "<text x=\"1\" y=\"2\" font-size=\"7\" text-anchor=\"end\" transform=\"rotate(38 1 2)\">"
                                + "&lt;</text>");
    }

    @Test
    void withoutItsFontATextHasTheWidthThatWasMeasured() {
        String line = body(scene(new Scene.Text(0, 9, "\"gemm\">", 10, false, Scene.Anchor.START, 0, 0)))
                .get(0);
        String width = org.etude.plot.model.Decimal.coordinate(Typeface.REGULAR.width("\"gemm\">", 10));
        assertThat(line)
                .isEqualTo("<text x=\"0\" y=\"9\" font-size=\"10\" lengthAdjust=\"spacingAndGlyphs\" textLength=\""
                        + width + "\">&quot;gemm&quot;&gt;</text>");
    }

    @Test
    void clipsAreNumberedAndEnded() {
        Scene.Item clip = new Scene.Clip(1, 2, 3, 4);
        assertThat(body(scene(clip, new Scene.Unclip(), clip, new Scene.Unclip())))
                .containsExactly(
                        "<clipPath id=\"c0\"><path d=\"M1 2h3v4h-3z\"/></clipPath>",
                        "<g clip-path=\"url(#c0)\">",
                        "</g>",
                        "<clipPath id=\"c1\"><path d=\"M1 2h3v4h-3z\"/></clipPath>",
                        "<g clip-path=\"url(#c1)\">",
                        "</g>");
    }

    @Test
    void hatchesAreLinesCutAtTheirBoxes() {
        List<String> lines = body(scene(
                new Scene.Hatching(new double[] {0, 0, 10, 10}, Hatch.LEVEL, 4, 0.3), new Scene.Clip(0, 0, 1, 1)));
        assertThat(lines.get(0)).isEqualTo("<clipPath id=\"h0\"><path d=\"M0 0h10v10h-10z\"/></clipPath>");
        assertThat(lines.get(1))
                .startsWith("<path clip-path=\"url(#h0)\" fill=\"none\" stroke=\"#000000\" stroke-width=\".3\" d=\"M");
        assertThat(lines.get(2)).startsWith("<clipPath id=\"c1\">");
    }

    @Test
    void fontsHoldOnlyTheFacesInUse() {
        Scene regular = scene(new Scene.Text(0, 0, "ab", 7, false, Scene.Anchor.START, 0, 0));
        String one = SvgPainter.paint(regular, true);
        assertThat(one)
                .containsOnlyOnce("@font-face")
                .contains("font-weight:normal;")
                .contains("'Figure Sans',");
        assertThat(one).doesNotContain("textLength");
        regular.add(new Scene.Text(0, 0, "c", 7, true, Scene.Anchor.START, 0, 0));
        String two = SvgPainter.paint(regular, true);
        assertThat(two.split("@font-face", -1)).hasSize(3);
        assertThat(two.indexOf("font-weight:normal;")).isLessThan(two.indexOf("font-weight:bold;"));
        assertThat(SvgPainter.paint(scene(), true)).doesNotContain("@font-face");
    }
}
