// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.GsonBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.plotly.api.BubblePlot;
import tech.tablesaw.plotly.api.Heatmap;
import tech.tablesaw.plotly.api.Histogram;
import tech.tablesaw.plotly.api.HorizontalBarPlot;
import tech.tablesaw.plotly.api.LinePlot;
import tech.tablesaw.plotly.api.ScatterPlot;

class FigureDisplayTest {
    private static final String EVIL = "</script><img src=x onerror=alert(1)>";

    private final Displays displays = new Displays("etude");

    private static Figure figure(String name) {
        return Figure.of(
                name,
                Panel.of(Axis.linear(name), Axis.linear("y"))
                        .line(name, Ink.BLUE, new double[] {1, 2}, new double[] {3, Double.NaN}));
    }

    @Test
    void aFigureHasPlotlysTypeAsATreeAPictureAndText() throws Exception {
        Map<String, Object> mime = displays.mime(figure("Scaling"));
        assertThat(mime).containsOnlyKeys("text/plain", "text/html", Displays.PLOTLY);
        JsonNode tree = new ObjectMapper().valueToTree(mime.get(Displays.PLOTLY));
        assertThat(tree.at("/layout/title/text").asText()).isEqualTo("<b>Scaling</b>");
        assertThat(tree.at("/data/0/y/1").isNull()).isTrue();
        // The messages to Jupyter are written by Gson.
        String gson = new GsonBuilder().serializeNulls().create().toJson(mime.get(Displays.PLOTLY));
        assertThat(new ObjectMapper().readTree(gson)).isEqualTo(new ObjectMapper().readTree(tree.toString()));
        String html = (String) mime.get("text/html");
        assertThat(picture(html)).startsWith("<svg xmlns").contains(">Scaling</text>");
        assertThat(html)
                .contains("'kernelspecs/etude/plotly.min.js'", "jupyter-config-data")
                .doesNotContain("http://", "https://");
        assertThat(mime.get("text/plain")).isEqualTo("Figure \"Scaling\": 1 panel, table of 2 rows");
    }

    @Test
    void theSameFigureGivesTheSameHtml() {
        assertThat(displays.mime(figure("a"))).isEqualTo(displays.mime(figure("a")));
    }

    @Test
    void hostileTextStaysText() {
        String html = (String) displays.mime(figure(EVIL)).get("text/html");
        assertThat(html.split("</script>", -1)).hasSize(2);
        assertThat(html).doesNotContain("<img src=x");
        assertThat(picture(html)).doesNotContain("<img src=x").contains("&lt;img src=x");
    }

    @Test
    void figuresOfTablesawAreConvertedToJson() {
        Table table = Table.create(
                "t",
                StringColumn.create("name", "a'b", "c\"d<e>", EVIL),
                DoubleColumn.create("x", 1, 2, Double.NaN),
                DoubleColumn.create("y", 3, 2.5, 1));
        List<tech.tablesaw.plotly.components.Figure> figures = List.of(
                LinePlot.create("A line", table, "x", "y"),
                ScatterPlot.create("Points", table, "x", "y"),
                Histogram.create("Histogram", table, "y"),
                BubblePlot.create("Bubbles", table, "x", "y", "y"),
                Heatmap.create("Heat", table, "name", "name"),
                HorizontalBarPlot.create("Bars", table.first(1), "name", "y"));
        for (var figure : figures) {
            Map<String, Object> mime = displays.mime(figure);
            String text = figure.getLayout().asJavascript();
            assertThat(mime).as(text).containsKeys(Displays.PLOTLY, "text/html", "text/plain");
            JsonNode tree = new ObjectMapper().valueToTree(mime.get(Displays.PLOTLY));
            assertThat(tree.get("data").size()).isEqualTo(figure.getTraces().length);
            assertThat(tree.at("/data/0/type").asText()).isNotEmpty();
            assertThat(tree.at("/layout/title").isObject()).isTrue();
            assertThat(tree.toString()).doesNotContain("NaN");
            assertThat((String) mime.get("text/html")).doesNotContain("<img src=x");
        }
    }

    private static String picture(String html) {
        String data = html.replaceAll("(?s).*base64,([^\"]*)\".*", "$1");
        return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    }
}
