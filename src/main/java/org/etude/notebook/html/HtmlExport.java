// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookException;
import org.etude.notebook.ipynb.Output;
import org.etude.notebook.output.HtmlText;
import org.etude.plot.plotly.PlotlyBundle;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/**
 * Exports a notebook as one HTML page that works offline: figures stay interactive, Plotly (1.5 MB) is included once if
 * a figure needs it, and a content security policy blocks scripts from elsewhere.
 */
public final class HtmlExport {
    private static final String STYLES = "/org/etude/notebook/html/page.css";
    private static final String POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; "
            + "style-src 'unsafe-inline'; img-src data: blob: http: https:; font-src data:";

    private final StringBuilder page = new StringBuilder();
    private final OutputHtml outputs = new OutputHtml();

    private HtmlExport() {}

    /**
     * The page's text.
     *
     * @param title title of the page when the notebook has no heading
     */
    public static String of(Notebook notebook, String title) {
        HtmlExport export = new HtmlExport();
        export.head(notebook.title().orElse(title), notebook);
        notebook.cells().forEach(export::cell);
        return export.page.append("</main>\n</body>\n</html>\n").toString();
    }

    /**
     * Writes the page, completely or not at all.
     *
     * @throws NotebookException when it cannot be written
     */
    public static void write(Path file, Notebook notebook, String title) {
        byte[] bytes = of(notebook, title).getBytes(StandardCharsets.UTF_8);
        try {
            AtomicFiles.write(file, out -> out.write(bytes));
        } catch (IOException e) {
            throw new NotebookException(
                    IoReason.notWritten(file, e), IoReason.advice(e, "Choose another place with --html."), e);
        }
    }

    private void head(String title, Notebook notebook) {
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                .append(POLICY)
                .append("\">\n<title>")
                .append(HtmlText.escape(title))
                .append("</title>\n<style>\n")
                .append(text(HtmlExport.class.getResourceAsStream(STYLES)))
                .append("</style>\n");
        if (notebook.cells().stream().flatMap(c -> c.outputs().stream()).anyMatch(HtmlExport::isFigure)) {
            page.append("<script>")
                    .append(HtmlText.script(text(PlotlyBundle.open())))
                    .append("</script>\n");
        }
        page.append("</head>\n<body>\n<main>\n");
    }

    private void cell(Cell cell) {
        switch (cell.type()) {
            case MARKDOWN ->
                page.append("<section class=\"prose\" id=\"")
                        .append(HtmlText.escape(cell.id()))
                        .append("\">\n")
                        .append(MarkdownHtml.html(cell.source(), cell.others().get("attachments")))
                        .append("</section>\n");
            case CODE -> code(cell);
            default ->
                page.append("<pre>").append(HtmlText.escape(cell.source())).append("</pre>\n");
        }
    }

    private void code(Cell cell) {
        String number =
                cell.executionCount() == null ? " " : cell.executionCount().toString();
        page.append("<section class=\"code\" id=\"")
                .append(HtmlText.escape(cell.id()))
                .append("\">\n<div class=\"prompt\">[")
                .append(number)
                .append("]</div>\n<pre class=\"source\">")
                .append(JavaHighlighter.html(cell.source()))
                .append("</pre>\n");
        for (Output output : cell.outputs()) {
            page.append(outputs.html(output));
        }
        page.append("</section>\n");
    }

    private static boolean isFigure(Output output) {
        return output.data().containsKey(OutputHtml.PLOTLY)
                || output.data().get("text/html") instanceof String html && html.contains("Plotly");
    }

    private static String text(InputStream resource) {
        try (InputStream in = resource) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
