// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.Locale;
import org.etude.plot.plotly.PlotlyBundle;

/** A figure as one self-contained page. */
final class HtmlPage {
    private HtmlPage() {}

    static String of(Figure figure) {
        return String.format(
                Locale.ROOT, """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>%s</title>
                <script>%s</script>
                <style>body{margin:0.5em;font-family:sans-serif}</style></head>
                <body><div id="figure"></div>
                <script>
                var figure = %s;
                Plotly.newPlot("figure", figure.data, figure.layout, {responsive: true, displaylogo: false});
                </script></body></html>
                """, PlotlyTree.escaped(figure.title()), PlotlyBundle.text(), figure.plotlyJson());
    }
}
