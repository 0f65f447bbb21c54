// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.Plots;
import org.etude.plot.model.Size;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class FigureHtmlTest {
    /** Every figure of a notebook carries the script. */
    @Test
    void theScriptHasNoBlanksOfTheSource() {
        String html = FigureHtml.of("{\"data\":[]}", "<b>none</b>", "etude");
        assertThat(html.lines()).hasSize(2);
        assertThat(html)
                .contains("<script type=\"text/javascript\">(function(){var d=document")
                .contains(";function draw(P){root.innerHTML=''")
                .doesNotContain("  ");
    }

    /** The element is as wide as the cell; only the picture in it has a ground of its own, also on a dark page. */
    @Test
    void nothingWhiteStandsNextToThePicture() {
        String html = FigureHtml.of("{\"data\":[]}", FigureHtml.image("<svg/>", "t"), "etude");
        assertThat(html.substring(0, html.indexOf("<script")))
                .startsWith("<div data-etude-figure=\"")
                .contains("<img style=\"max-width:100%\"")
                .doesNotContain("background")
                .doesNotContain("color:");
        Table table = Table.create("t", StringColumn.create("name", "a"), IntColumn.create("ms", 1));
        assertThat(Plots.compare(table, "name", "ms").lightSvg(Size.SCREEN)).contains("fill=\"#ffffff\"");
    }
}
