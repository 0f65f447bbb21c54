// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookException;
import org.etude.notebook.ipynb.Output;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlExportTest {
    @Test
    void aPageHasProseSourceNumbersAndOutputsInOrder() {
        Notebook notebook = Notebook.of(
                Cell.markdown("intro", "# Steps & <b>\n\nText."),
                Cell.code("one", "int x = 1;")
                        .ran(3, List.of(Output.stream("stdout", "a\n"), Output.stream("stderr", "b"))),
                Cell.code("two", "x"));
        String page = HtmlExport.of(notebook, "file");
        assertThat(page)
                .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
                .contains("<title>Steps &amp; &lt;b&gt;</title>", "font:", "default-src 'none'")
                .containsSubsequence(
                        "<section class=\"prose\" id=\"intro\">",
                        "<section class=\"code\" id=\"one\">",
                        "[3]",
                        "<span class=\"k\">int</span>",
                        "<pre class=\"stream\">a\n</pre>",
                        "<pre class=\"stream stderr\">b</pre>",
                        "id=\"two\"",
                        "[ ]")
                .endsWith("</html>\n")
                .doesNotContain("<script");
        assertThat(HtmlExport.of(Notebook.of(), "a<b")).contains("<title>a&lt;b</title>");
    }

    @Test
    void theRichestFormIsShown() {
        Map<String, Object> data = Map.of("text/plain", "plain", "text/html", "<i>html</i>", "image/png", "iVBO");
        assertThat(shown(Output.result(1, data, Map.of())))
                .contains("<div class=\"html\"><i>html</i></div>")
                .doesNotContain("iVBO");
        assertThat(shown(Output.display(Map.of("text/plain", "plain", "image/png", "iV\nBO"), Map.of())))
                .contains("src=\"data:image/png;base64,iVBO\"")
                .doesNotContain("plain");
        assertThat(shown(Output.display(Map.of("image/svg+xml", "<svg onload='x'/>"), Map.of())))
                .contains("src=\"data:image/svg+xml;base64,")
                .doesNotContain("onload");
        assertThat(shown(Output.display(Map.of("text/markdown", "*so*", "text/plain", "p"), Map.of())))
                .contains("<em>so</em>");
        assertThat(shown(Output.display(Map.of("text/plain", "<p>"), Map.of()))).contains("<pre>&lt;p&gt;</pre>");
        assertThat(shown(Output.display(Map.of("application/x", "?"), Map.of())))
                .contains("(application/x: not shown here)");
    }

    @Test
    void errorsKeepTheirColours() {
        assertThat(shown(Output.error("E", "m", List.of("\u001b[31mE\u001b[0m: m", "  at <init>"))))
                .contains("<pre class=\"error\"><span class=\"t1\">E</span>: m\n  at &lt;init&gt;</pre>");
        assertThat(shown(Output.error("E", "m", List.of()))).contains("<pre class=\"error\">E: m</pre>");
    }

    @Test
    void figuresComeWithPlotlyOnceAndCannotBreakOut() {
        Map<String, Object> figure = Map.of(
                "data", List.of(Map.of("x", List.of(1, 2), "name", "</script><script>alert(1)</script>")),
                "layout", Map.of("title", Map.of("text", "t")));
        Output output = Output.display(Map.of(OutputHtml.PLOTLY, figure, "text/plain", "Figure"), Map.of());
        Notebook notebook = Notebook.of(Cell.code("a", "f").ran(1, List.of(output, output)));
        String page = HtmlExport.of(notebook, "x");
        assertThat(page).containsOnlyOnce("<script>/**").contains("id=\"figure-1\"", "id=\"figure-2\"");
        assertThat(page.split("Plotly.newPlot\\(\"figure-", -1)).hasSize(3);
        assertThat(page).doesNotContain("</script><script>alert").contains("<\\/script><script>alert(1)<\\/script>");
    }

    @Test
    void writingIsWholeOrSaysWhy(@TempDir Path temp) throws IOException {
        Path page = temp.resolve("sub/x.html");
        HtmlExport.write(page, Notebook.of(Cell.markdown("m", "hello")), "x");
        assertThat(Files.readString(page)).contains("<p>hello</p>");
        assertThatThrownBy(() -> HtmlExport.write(page.resolve("y.html"), Notebook.of(), "x"))
                .isInstanceOf(NotebookException.class)
                .hasMessageContaining("cannot be written");
    }

    private static String shown(Output output) {
        return new OutputHtml().html(output);
    }
}
