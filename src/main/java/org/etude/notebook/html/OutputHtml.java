// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.notebook.ipynb.Output;
import org.etude.notebook.output.HtmlText;

/** Renders outputs as HTML, in the richest form of each value that a page without a server can show. */
final class OutputHtml {
    /** The MIME type of a figure as Plotly's data and layout. */
    static final String PLOTLY = "application/vnd.plotly.v1+json";

    private static final List<String> PICTURES = List.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private int figures;

    /** One output as a block of HTML. */
    String html(Output output) {
        String body =
                switch (output.type()) {
                    case "stream" -> stream(output);
                    case "error" -> "<pre class=\"error\">" + TerminalHtml.html(traceback(output)) + "</pre>";
                    default -> data(output.data());
                };
        return "<div class=\"output\">" + body + "</div>\n";
    }

    private static String stream(Output output) {
        String style = output.text("name").equals("stderr") ? "stream stderr" : "stream";
        return "<pre class=\"" + style + "\">" + TerminalHtml.html(output.text("text")) + "</pre>";
    }

    private static String traceback(Output error) {
        List<String> lines = error.traceback();
        return lines.isEmpty() ? error.text("ename") + ": " + error.text("evalue") : String.join("\n", lines);
    }

    private String data(Map<String, Object> data) {
        if (data.get("text/html") instanceof String html) {
            return "<div class=\"html\">" + html + "</div>";
        }
        if (data.get(PLOTLY) instanceof Map<?, ?> figure) {
            return figure(figure);
        }
        if (data.get("image/svg+xml") instanceof String svg) {
            String base64 = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
            return picture("image/svg+xml", base64);
        }
        for (String mime : PICTURES) {
            if (data.get(mime) instanceof String base64) {
                return picture(mime, base64.replaceAll("\\s", ""));
            }
        }
        if (data.get("text/markdown") instanceof String markdown) {
            return "<div class=\"prose\">" + MarkdownHtml.html(markdown, null) + "</div>";
        }
        return "<pre>" + TerminalHtml.html(plain(data)) + "</pre>";
    }

    private static String plain(Map<String, Object> data) {
        if (data.get("text/plain") instanceof String text) {
            return text;
        }
        return data.isEmpty() ? "" : "(" + String.join(", ", data.keySet()) + ": not shown here)";
    }

    private static String picture(String mime, String base64) {
        return "<img alt=\"\" src=\"data:" + mime + ";base64," + HtmlText.escape(base64) + "\">";
    }

    private String figure(Map<?, ?> figure) {
        figures++;
        String id = "figure-" + figures;
        return "<div class=\"figure\" id=\"" + id + "\"></div>\n<script>(function () {\nvar figure = "
                + HtmlText.script(NotebookFile.json(figure)) + ";\nPlotly.newPlot(\"" + id
                + "\", figure.data, figure.layout, Object.assign({responsive: true}, figure.config));\n})();</script>";
    }
}
