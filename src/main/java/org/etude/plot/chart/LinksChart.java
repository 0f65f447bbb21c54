// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import tech.tablesaw.api.Table;

/** How busy the links of a network were: a cell for each pair of nodes that a link joins. */
public final class LinksChart {
    /** With more nodes than this, neighbours share a row and column. */
    private static final int MOST = 256;

    private LinksChart() {}

    /**
     * A heat map of {@link org.etude.table.run.LinksTable#SCHEMA}, the busiest of parallel links.
     *
     * @param hosts how many of the nodes, from the first on, are hosts; the largest number where that is not known
     * @throws PlotException when there are no links
     */
    public static Figure of(String title, Table links, int hosts) {
        if (links.rowCount() == 0) {
            throw new PlotException(
                    "the run has no links to show: the analytic network does not have any",
                    "Simulate with .fidelity(Fidelity.AWARE) or PACKET.");
        }
        double[] from = Columns.scaled(links, "src", 1);
        double[] to = Columns.scaled(links, "dst", 1);
        double[] busy = Columns.scaled(links, "busy_frac", 1);
        int nodes = 0;
        for (int i = 0; i < from.length; i++) {
            nodes = Math.max(nodes, 1 + (int) Math.max(from[i], to[i]));
        }
        int share = (nodes + MOST - 1) / MOST;
        double[][] z = new double[(nodes + share - 1) / share][(nodes + share - 1) / share];
        for (double[] row : z) {
            Arrays.fill(row, Double.NaN);
        }
        for (int i = 0; i < from.length; i++) {
            double[] row = z[(int) from[i] / share];
            int at = (int) to[i] / share;
            row[at] = Double.isNaN(row[at]) ? busy[i] : Math.max(row[at], busy[i]);
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < z.length; i++) {
            names.add(name(i * share, Math.min(nodes, (i + 1) * share) - 1, hosts));
        }
        Panel panel = Panel.of(
                        Axis.categories("to rank or switch", names), Axis.categories("from rank or switch", names))
                .heat("busy (fraction of the run)", z, Double.NaN);
        Figure figure = Figure.of(title, panel).table(links);
        return share == 1
                ? figure
                : figure.caption("Each row and column is " + share + " nodes; a cell shows their busiest link.");
    }

    /** Switches are numbered after the hosts, each of which is a rank: "3", "switch 8", "0-3", "switch 8-9". */
    private static String name(int first, int last, int hosts) {
        return (first >= hosts ? "switch " : "") + (first == last ? first : first + "-" + last);
    }
}
