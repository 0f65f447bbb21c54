// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.plotly.components.Figure;
import tech.tablesaw.plotly.components.Layout;
import tech.tablesaw.plotly.traces.BarTrace;
import tech.tablesaw.plotly.traces.ScatterTrace;

class JsplotFigureTest {
    private static Map<?, ?> map(Object tree, String field) {
        return (Map<?, ?>) ((Map<?, ?>) tree).get(field);
    }

    private static Map<?, ?> first(Map<String, Object> tree) {
        return (Map<?, ?>) ((List<?>) tree.get("data")).get(0);
    }

    /** Tablesaw writes titles into single quotes as they are, so that some of them are no JavaScript. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "don't",
                "a {b} \"c\"",
                "$\\mu_s$",
                "C:\\new\\",
                "two\nlines",
                "时间 🚀",
                "x', y: {",
                "// no comment"
            })
    void titlesAndNamesAreThoseGiven(String text) {
        Figure figure = new Figure(
                Layout.builder(text, text, "y").build(),
                ScatterTrace.builder(DoubleColumn.create("x", 1), DoubleColumn.create("y", 2))
                        .name(text)
                        .build());
        Map<String, Object> tree = JsplotFigure.tree(figure).orElseThrow();
        Map<?, ?> layout = map(tree, "layout");
        assertThat(map(layout, "title").get("text")).isEqualTo(text);
        assertThat(map(map(layout, "xaxis"), "title").get("text")).isEqualTo(text);
        assertThat(first(tree).get("name")).isEqualTo(text);
    }

    /** Plotly knows these three, and what a reader wrote as markup is text in Tablesaw's own pages, too. */
    @Test
    void markupStaysText() {
        Figure figure = new Figure(
                Layout.builder("<b>a & b</b>").build(),
                BarTrace.builder(new String[] {"c"}, new double[] {1}).build());
        assertThat(map(map(JsplotFigure.tree(figure).orElseThrow(), "layout"), "title")
                        .get("text"))
                .isEqualTo("&lt;b&gt;a &amp; b&lt;/b&gt;");
    }

    /** Data are in double quotes, and escaped. */
    @Test
    void dataAreThoseGiven() {
        String[] names = {"don't", "a\"b", "c\\d", "e\nf", "&quot;", "'", "{"};
        Figure figure = new Figure(
                BarTrace.builder(names, new double[] {1, 2, 3, 4, 5, 6, 7}).build());
        Map<String, Object> tree = JsplotFigure.tree(figure).orElseThrow();
        assertThat(first(tree).get("x")).isEqualTo(List.of(names));
        assertThat(first(tree).get("y")).isEqualTo(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0));
        assertThat(tree.get("layout")).isEqualTo(Map.of());
    }
}
