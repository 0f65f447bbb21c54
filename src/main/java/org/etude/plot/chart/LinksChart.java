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

/** The utilisation of a network's links: one cell per pair of linked nodes. */
public final class LinksChart {
    /** With more nodes than this, neighbours share a row and column. */
    private static final int MOST = 256;

    private LinksChart() {}

    /**
     * Plots a heat map of a {@link org.etude.table.run.LinksTable#SCHEMA} table, showing the busiest of parallel links.
     *
     * @param hosts number of hosts, which are the first nodes; the largest int when unknown
     * @throws PlotException when there are no links
     */
    public static Figure of(String title, Table links, int hosts) {
        if (links.rowCount() == 0) {
            throw new PlotException(
                    "the run has no links to show: the analytic network does not have any, nor does the one recorded on",
                    "Simulate it with messages that queue or with packets, and a recording on a network that you name: etude"
                            + " plot links RUN --topology ring:2 --fidelity aware; in Java, simulate(Topology.ring(2), s ->"
                            + " s.fidelity(Fidelity.AWARE)).");
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

    /**
     * The name of a range of nodes. Switches are numbered after the hosts, each of which is a rank: "3", "switch 8",
     * "0-3", "switch 8-9".
     */
    private static String name(int first, int last, int hosts) {
        return (first >= hosts ? "switch " : "") + (first == last ? first : first + "-" + last);
    }
}
