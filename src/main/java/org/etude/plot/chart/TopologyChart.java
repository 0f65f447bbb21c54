// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import org.etude.table.schema.TableStart;
import org.etude.topology.graph.TopologyLayout;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Table;

/** Draws a network: hosts as dots, switches as squares, links as lines with one colour per level. */
public final class TopologyChart {
    /** The shift to the right, per unit of depth. */
    private static final double DEPTH_X = 0.42;

    private static final double DEPTH_Y = 0.27;

    /** The maximum number of links; more would fill the picture. */
    public static final int MOST_LINKS = 5_000;

    private TopologyChart() {}

    /**
     * Draws a layout.
     *
     * @param hosts number of hosts, which are the first nodes
     * @param names names of the levels of links
     * @throws PlotException when there are too many links to distinguish
     */
    public static Figure of(String title, TopologyLayout layout, int hosts, List<String> names) {
        int nodes = layout.positions().size();
        if (layout.edges().size() > MOST_LINKS) {
            throw new PlotException(
                    title + " has " + layout.edges().size() + " links; a picture can show at most " + MOST_LINKS,
                    "Draw a smaller network of its family; topology.links() lists the links.");
        }
        double[] x = new double[nodes];
        double[] y = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            TopologyLayout.Position place = layout.positions().get(i);
            x[i] = place.x() + DEPTH_X * place.z();
            y[i] = place.y() + DEPTH_Y * place.z();
        }
        Panel panel = Panel.of(Axis.linear(""), Axis.linear("")).bare();
        TreeMap<Integer, DoubleArrayList[]> levels = new TreeMap<>();
        LinkLines links = new LinkLines(x, y, layout.edges());
        for (TopologyLayout.Edge edge : layout.edges()) {
            DoubleArrayList[] line = levels.computeIfAbsent(
                    edge.level(), l -> new DoubleArrayList[] {new DoubleArrayList(), new DoubleArrayList()});
            links.add(edge.a(), edge.b(), line[0], line[1]);
        }
        for (var level : levels.entrySet()) {
            int number = level.getKey();
            String name =
                    levels.size() == 1 ? "" : number < names.size() ? names.get(number) : "links of level " + number;
            Ink ink = Ink.series(number + 2);
            panel = panel.line(name, ink, level.getValue()[0].toDoubleArray(), level.getValue()[1].toDoubleArray());
        }
        panel = nodes(panel, "host", Ink.BLUE, x, y, 0, Math.min(hosts, nodes));
        panel = nodes(panel, "switch", Ink.VERMILLION, x, y, Math.min(hosts, nodes), nodes);
        return Figure.of(title, panel).table(table(layout));
    }

    private static Panel nodes(Panel panel, String name, Ink ink, double[] x, double[] y, int from, int to) {
        if (from == to) {
            return panel;
        }
        List<String> texts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            texts.add(name + " " + i);
        }
        return panel.points(
                to - from == 1 ? name : name.equals("switch") ? "switches" : "hosts",
                ink,
                Arrays.copyOfRange(x, from, to),
                Arrays.copyOfRange(y, from, to),
                texts);
    }

    private static Table table(TopologyLayout layout) {
        IntColumn a = IntColumn.create("a");
        IntColumn b = IntColumn.create("b");
        IntColumn level = IntColumn.create("level");
        for (TopologyLayout.Edge edge : layout.edges()) {
            a.append(edge.a());
            b.append(edge.b());
            level.append(edge.level());
        }
        TableStart.await();
        return Table.create("links of the network", a, b, level);
    }
}
