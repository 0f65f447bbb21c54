// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.etude.Plots;
import org.etude.Topology;
import org.etude.notebook.error.ThrownText;
import org.etude.notebook.eval.ValueRenderer;
import org.etude.notebook.output.MimeBundle;
import org.etude.plot.chart.TopologyChart;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Size;
import org.etude.plot.plotly.PlotlyJson;
import org.etude.table.TableText;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import tech.tablesaw.api.Table;

/**
 * Renders any value: {@code text/plain} always, {@code text/html} where it shows more than the text, Plotly's type for
 * figures. Never fails: a value that cannot be rendered otherwise is rendered as text.
 */
public final class Displays implements ValueRenderer {
    /** Plotly's MIME type, which VS Code and JupyterLab with Plotly's extension render themselves. */
    public static final String PLOTLY = "application/vnd.plotly.v1+json";

    private static final String HTML = "text/html";
    private static final int PLAIN_ROWS = 20;
    private static final int PLAIN_WIDTH = 160;
    private static final int MOST_NODES = 512;
    private static final Size PICTURE = Size.SCREEN.width(120).title(false);
    private static final int LONGEST_HTML = 2_000_000;

    private final String kernel;

    /** Renders for the kernel whose kernelspec directory is called "etude". */
    public Displays() {
        this("etude");
    }

    /**
     * Renders for a kernel.
     *
     * @param kernel the name of the kernelspec's directory, from which the notebook's server serves the Plotly
     *     bundle
     */
    public Displays(String kernel) {
        if (!kernel.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("\"" + kernel
                    + "\" is not the name of a kernelspec: letters, digits, dots, underscores and hyphens");
        }
        this.kernel = kernel;
    }

    @Override
    public MimeBundle render(Object value) {
        try {
            return cut(rich(value instanceof Optional<?> optional ? optional.orElse(null) : value));
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            return MimeBundle.plain(
                    PlainText.of(value) + System.lineSeparator() + "(shown as text: " + ThrownText.head(e) + ")");
        }
    }

    /** {@link #render(Object)} as a map of types; JSON types are maps and lists. */
    public Map<String, Object> mime(Object value) {
        return render(value).data();
    }

    private MimeBundle rich(Object value) {
        if (value instanceof Figure figure) {
            return figure(figure);
        }
        if (value instanceof tech.tablesaw.plotly.components.Figure figure) {
            return JsplotFigure.tree(figure)
                    .map(tree -> interactive(tree, "a Tablesaw figure", "<p>(a figure that Plotly draws)</p>"))
                    .orElseGet(() -> MimeBundle.plain(PlainText.of(value)));
        }
        if (value instanceof Throwable error) {
            return MimeBundle.html(Throwables.html(error), Throwables.plain(error));
        }
        Optional<StageDisplays.Summary> stage = StageDisplays.of(value);
        if (stage.isPresent()) {
            return MimeBundle.html(html(stage.get()) + picture(value), PlainText.of(value));
        }
        if (value instanceof Time || value instanceof Bandwidth || value instanceof Bytes) {
            return MimeBundle.plain(value.toString());
        }
        String plain = value instanceof Table table ? TableText.of(table, PLAIN_ROWS, PLAIN_WIDTH) : null;
        return Grids.of(value)
                .map(grid -> MimeBundle.html(GridHtml.of(grid), plain == null ? PlainText.of(value) : plain))
                .orElseGet(() -> MimeBundle.plain(PlainText.of(value)));
    }

    private static String html(StageDisplays.Summary summary) {
        StringBuilder html = new StringBuilder(Html.pre(summary.head()));
        for (Table table : summary.tables()) {
            if (table.rowCount() > 0) {
                html.append(GridHtml.of(new TableGrid(table)));
            }
        }
        return html.toString();
    }

    private static String picture(Object value) {
        if (value instanceof Topology topology && isSmall(topology.physical())) {
            Figure figure = Plots.topology(topology);
            return FigureHtml.image(figure.lightSvg(PICTURE), figure.title());
        }
        return "";
    }

    private static boolean isSmall(PhysicalTopology graph) {
        return graph.nodes() <= MOST_NODES && graph.links().size() <= TopologyChart.MOST_LINKS;
    }

    private MimeBundle figure(Figure figure) {
        String image = FigureHtml.image(figure.lightSvg(Size.SCREEN), figure.title());
        return interactive(figure.plotly(), figure.toString(), image);
    }

    private MimeBundle interactive(Map<String, Object> tree, String plain, String fallback) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(MimeBundle.PLAIN, plain);
        data.put(HTML, FigureHtml.of(PlotlyJson.text(tree), fallback, kernel));
        data.put(PLOTLY, tree);
        return new MimeBundle(data, Map.of());
    }

    private static MimeBundle cut(MimeBundle bundle) {
        if (!(bundle.data().get(HTML) instanceof String html) || html.length() <= LONGEST_HTML) {
            return bundle;
        }
        String note = String.format(
                Locale.ROOT,
                "%n(%,d characters of HTML are not shown: more than %,d; save it to a file instead)",
                html.length(),
                LONGEST_HTML);
        return MimeBundle.plain(bundle.data().get(MimeBundle.PLAIN) + note);
    }
}
