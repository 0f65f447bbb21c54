// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GridHtmlTest {
    private static final Pattern FIRST_CELL = Pattern.compile("<tr><td[^>]*>([^<]*)</td>");

    private static Grid grid(String name, int rows, Grid.Head... heads) {
        List<List<String>> cells = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            List<String> texts = new ArrayList<>();
            for (int column = 0; column < heads.length; column++) {
                texts.add(column == 0 ? "r" + row : "c" + column);
            }
            cells.add(texts);
        }
        return new ListGrid(name, List.of(heads), cells);
    }

    private static Grid.Head text(String name) {
        return new Grid.Head(name, "", "", false);
    }

    private static List<String> rows(String html) {
        return FIRST_CELL.matcher(html).results().map(found -> found.group(1)).toList();
    }

    private static String last(String html) {
        return html.substring(html.lastIndexOf("<p><small>"));
    }

    @Test
    void sixtyRowsAreShownWhole() {
        String html = GridHtml.of(grid("t", 60, text("a")));
        assertThat(rows(html)).hasSize(60);
        assertThat(html).doesNotContain("<tr class=\"gap\">");
        assertThat(last(html)).isEqualTo("<p><small>t: 60 rows \u00d7 1 column</small></p>");
    }

    @Test
    void ofLongerTablesHeadAndTailAreShown() {
        String html = GridHtml.of(grid("", 1061, text("a"), text("b")));
        List<String> rows = rows(html);
        assertThat(rows).hasSize(40).startsWith("r0", "r1").endsWith("r1059", "r1060");
        assertThat(rows.get(29)).isEqualTo("r29");
        assertThat(rows.get(30)).isEqualTo("r1051");
        assertThat(html).containsOnlyOnce("<tr class=\"gap\"><td colspan=\"2\">\u22ee</td></tr>");
        assertThat(last(html))
                .isEqualTo("<p><small>1,061 rows (first 30 and last 10 shown) \u00d7 2 columns</small></p>");
    }

    @Test
    void headsTellTypeAndUnit() {
        String html = GridHtml.of(grid(
                "t",
                1,
                new Grid.Head("wall_ms", "double", "ms", true),
                new Grid.Head("size", "long", "GB", true),
                text("<i>")));
        assertThat(html)
                .contains(
                        "<th class=\"etude-n\" title=\"wall_ms: double, in ms; click to sort what is shown\">wall_ms</th>")
                .contains("title=\"size: long, in GB; click to sort what is shown\">size<br><small>GB</small></th>")
                .contains(
                        "<th style=\"text-align:left\" title=\"&lt;i&gt;; click to sort what is shown\">&lt;i&gt;</th>");
        assertThat(last(html)).startsWith("<p><small>t: 1 row \u00d7 3 columns");
    }

    @Test
    void columnsThatDoNotFitAreInASecondTable() {
        Grid.Head[] heads = new Grid.Head[50];
        for (int i = 0; i < heads.length; i++) {
            heads[i] = text("column" + i);
        }
        String html = GridHtml.of(grid("t", 1, heads));
        assertThat(html).contains("<details><summary><small>the first 40 of 50 columns</small></summary>");
        String more = html.substring(html.indexOf("<details>"));
        assertThat(more).contains(">column39</th>").doesNotContain("column40");
        List<MatchResult> first = Pattern.compile("<th ")
                .matcher(html.substring(0, html.indexOf("<details>")))
                .results()
                .toList();
        // Of 940 pixels ten columns take 7 x 7 + 20 each, those of two digits 7 x 8 + 20: 690 and three times 76.
        assertThat(first).hasSize(13);
        assertThat(last(html)).contains("\u00d7 50 columns (13 shown)");
    }

    @Test
    void emptyColumnsComeOnDemandOnly() {
        Grid grid = new ListGrid(
                "t",
                List.of(text("a"), text("empty"), text("b")),
                List.of(List.of("1", "", "2"), List.of("3", "", "4")));
        String html = GridHtml.of(grid);
        assertThat(html.substring(0, html.indexOf("<details>"))).doesNotContain(">empty</th>");
        assertThat(html).contains("<small>all 3 columns</small>").contains(">empty</th>");
    }

    @Test
    void longCellsAreCutBetweenCharacters() {
        Grid grid = new ListGrid(
                "t", List.of(text("a")), List.of(List.of("x".repeat(301)), List.of("x".repeat(299) + "\uD83D\uDE00")));
        assertThat(GridHtml.of(grid))
                .contains(">" + "x".repeat(300) + "\u2026</td>")
                .contains(">" + "x".repeat(299) + "\u2026</td>");
    }
}
