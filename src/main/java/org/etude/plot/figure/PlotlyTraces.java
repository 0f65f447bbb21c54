// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.plot.model.Decimal;
import org.etude.plot.model.Hatch;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;

/** Converts the marks of one panel to Plotly's traces, shapes and annotations. */
final class PlotlyTraces {
    private static final double THICKNESS = 0.8;

    private final Panel panel;
    private final String number;
    private final boolean grey;
    private final double right;
    private final double[] vertical;
    private final Set<String> named;

    /**
     * Converts a panel.
     *
     * @param number suffix of "x" and "y" in the names of its axes
     * @param right its right edge, 0 to 1
     * @param vertical its lower and upper edge
     * @param named the series that already have an entry in the legend; new ones are added
     */
    PlotlyTraces(Panel panel, String number, boolean grey, double right, double[] vertical, Set<String> named) {
        this.panel = panel;
        this.number = number;
        this.grey = grey;
        this.right = right;
        this.vertical = vertical;
        this.named = named;
    }

    /** The traces; background ones come first. */
    List<Object> traces() {
        List<Object> behind = new ArrayList<>();
        List<Object> before = new ArrayList<>();
        for (Mark mark : panel.marks()) {
            if (mark instanceof Mark.Boxes boxes) {
                (boxes.behind() ? behind : before).add(boxes(boxes));
            } else if (mark instanceof Mark.Band band) {
                behind.add(band(band));
            } else if (mark instanceof Mark.Line line) {
                before.add(line(line));
            } else if (mark instanceof Mark.Points points) {
                before.add(points(points));
            } else if (mark instanceof Mark.Bars bars) {
                before.add(bars(bars));
            } else if (mark instanceof Mark.Heat heat) {
                before.add(heat(heat));
            } else if (mark instanceof Mark.Shade shade && !shade.name().isEmpty()) {
                behind.add(shadeName(shade));
            }
        }
        behind.addAll(before);
        return behind;
    }

    /** Shades, as shapes below the traces. */
    List<Object> shapes() {
        List<Object> shapes = new ArrayList<>();
        for (Mark.Shade shade : panel.marks(Mark.Shade.class)) {
            for (int i = 0; i < shade.from().length; i++) {
                Map<String, Object> shape = PlotlyTree.map("type", "rect", "layer", "below");
                shape.putAll(PlotlyTree.map("xref", "x" + number, "yref", "y" + number + " domain"));
                shape.putAll(PlotlyTree.map("x0", number(shade.from()[i]), "x1", number(shade.to()[i])));
                shape.putAll(PlotlyTree.map("y0", 0, "y1", 1, "line", Map.of("width", 0)));
                shape.put("fillcolor", Ink.hex(shade.ink().tint(grey)));
                shapes.add(shape);
            }
        }
        return shapes;
    }

    /** Texts in the panel. */
    List<Object> notes() {
        List<Object> notes = new ArrayList<>();
        for (Mark.Note note : panel.marks(Mark.Note.class)) {
            double x = panel.x().isLog() ? Math.log10(note.x()) : note.x();
            double y = panel.y().isLog() ? Math.log10(note.y()) : note.y();
            Map<String, Object> tree = PlotlyTree.map("text", PlotlyTree.escaped(note.text()), "showarrow", false);
            tree.putAll(PlotlyTree.map("xref", "x" + number, "yref", "y" + number, "x", number(x), "y", number(y)));
            tree.putAll(PlotlyTree.map("xanchor", "left", "yanchor", "bottom", "align", "left"));
            notes.add(tree);
        }
        return notes;
    }

    private Map<String, Object> start(String type, Mark mark) {
        Map<String, Object> trace = PlotlyTree.map("type", type, "name", PlotlyTree.escaped(mark.name()));
        trace.put("xaxis", "x" + number);
        trace.put("yaxis", "y" + number);
        trace.put("legendgroup", PlotlyTree.escaped(mark.name()) + "|" + mark.ink());
        // A series shown in several panels has one entry.
        trace.put(
                "showlegend", panel.isInLegend(mark) && named.add(PlotlyTree.escaped(mark.name()) + "|" + mark.ink()));
        return trace;
    }

    private Map<String, Object> boxes(Mark.Boxes boxes) {
        Map<String, Object> trace = start("bar", boxes);
        List<Object> base = new ArrayList<>();
        List<Object> length = new ArrayList<>();
        List<Object> lane = new ArrayList<>();
        List<Object> texts = new ArrayList<>();
        for (int i = 0; i < boxes.size(); i++) {
            base.add(number(boxes.from()[i]));
            length.add(number(boxes.to()[i] - boxes.from()[i]));
            lane.add(number(boxes.lane()[i] + (boxes.lanes() - 1) / 2.0));
            texts.add(PlotlyTree.escaped(boxes.text(i)));
        }
        trace.put("orientation", "h");
        trace.put("base", base);
        trace.put("x", length);
        trace.put("y", lane);
        trace.put("width", Decimal.json(boxes.behind() ? boxes.lanes() : boxes.lanes() - 1 + THICKNESS));
        trace.put("marker", fill(boxes.ink(), boxes.behind()));
        if (boxes.behind()) {
            trace.put("hoverinfo", "skip");
        } else {
            trace.put("customdata", texts);
            trace.put(
                    "hovertemplate",
                    "%{customdata}<br>from %{base:.6~g}, length %{x:.6~g}<extra>" + PlotlyTree.escaped(boxes.name())
                            + "</extra>");
        }
        return trace;
    }

    private Map<String, Object> fill(Ink ink, boolean light) {
        Map<String, Object> marker = PlotlyTree.map("color", Ink.hex(light ? ink.tint(grey) : ink.rgb(grey)));
        marker.put("line", Map.of("width", 0));
        Hatch hatch = light ? Hatch.NONE : ink.hatch(grey);
        if (hatch != Hatch.NONE) {
            marker.put("pattern", PlotlyTree.map("shape", hatch.plotly(), "fgcolor", "#000000", "size", 5));
        }
        return marker;
    }

    private Map<String, Object> line(Mark.Line line) {
        Map<String, Object> trace = start("scatter", line);
        trace.put("mode", "lines");
        trace.put("x", numbers(line.x()));
        trace.put("y", numbers(line.y()));
        Map<String, Object> style =
                PlotlyTree.map("color", Ink.hex(line.ink().strong(grey)), "width", Decimal.json(1.8));
        style.put("shape", line.steps() ? "hv" : "linear");
        if (line.dashed()) {
            style.put("dash", "dash");
        }
        trace.put("line", style);
        return trace;
    }

    private Map<String, Object> points(Mark.Points points) {
        Map<String, Object> trace = start("scatter", points);
        trace.put("mode", "markers");
        trace.put("x", numbers(points.x()));
        trace.put("y", numbers(points.y()));
        Map<String, Object> marker =
                PlotlyTree.map("color", Ink.hex(points.ink().strong(grey)), "size", 8);
        marker.put("symbol", points.ink().symbol().plotly());
        trace.put("marker", marker);
        if (!points.texts().isEmpty()) {
            trace.put("text", points.texts().stream().map(PlotlyTree::escaped).toList());
        }
        return trace;
    }

    private Map<String, Object> bars(Mark.Bars bars) {
        Map<String, Object> trace = start("bar", bars);
        List<Object> places = new ArrayList<>();
        for (int i = 0; i < bars.y().length; i++) {
            places.add(i);
        }
        trace.put("x", places);
        trace.put("y", numbers(bars.y()));
        trace.put("marker", fill(bars.ink(), false));
        trace.put(
                "customdata",
                panel.x().categories().stream().map(PlotlyTree::escaped).toList());
        trace.put("hovertemplate", "%{customdata}: %{y:.6~g}<extra>" + PlotlyTree.escaped(bars.name()) + "</extra>");
        if (bars.low().length > 0) {
            List<Object> up = new ArrayList<>();
            List<Object> down = new ArrayList<>();
            for (int i = 0; i < bars.low().length; i++) {
                up.add(number(bars.high()[i] - bars.y()[i]));
                down.add(number(bars.y()[i] - bars.low()[i]));
            }
            trace.put("error_y", PlotlyTree.map("type", "data", "symmetric", false, "array", up, "arrayminus", down));
        }
        return trace;
    }

    private Map<String, Object> band(Mark.Band band) {
        Map<String, Object> trace = start("scatter", band);
        List<Object> x = new ArrayList<>(numbers(band.x()));
        List<Object> y = new ArrayList<>(numbers(band.low()));
        for (int i = band.x().length - 1; i >= 0; i--) {
            x.add(number(band.x()[i]));
            y.add(number(band.high()[i]));
        }
        trace.put("x", x);
        trace.put("y", y);
        trace.put("mode", "lines");
        trace.put("fill", "toself");
        trace.put("fillcolor", Ink.hex(band.ink().tint(grey)));
        trace.put("line", Map.of("width", 0));
        trace.put("hoverinfo", "skip");
        return trace;
    }

    private Map<String, Object> heat(Mark.Heat heat) {
        Map<String, Object> trace = start("heatmap", heat);
        List<Object> rows = new ArrayList<>();
        List<Object> texts = new ArrayList<>();
        for (int row = 0; row < heat.z().length; row++) {
            rows.add(numbers(heat.z()[row]));
            List<Object> names = new ArrayList<>();
            for (String column : panel.x().categories()) {
                names.add(PlotlyTree.escaped(panel.y().categories().get(row) + " / " + column));
            }
            texts.add(names);
        }
        trace.put("showlegend", false);
        trace.put("z", rows);
        trace.put("customdata", texts);
        trace.put("hovertemplate", "%{customdata}: %{z:.6~g}<extra></extra>");
        trace.put("zmin", 0);
        trace.put("zmax", number(heat.top()));
        trace.put("hoverongaps", false);
        List<Object> scale = new ArrayList<>();
        int[] stops = ColourBar.stops();
        for (int i = 0; i < stops.length; i++) {
            scale.add(List.of(number(i / (stops.length - 1.0)), Ink.hex(stops[i])));
        }
        trace.put("colorscale", scale);
        Map<String, Object> bar = PlotlyTree.map(
                "title", PlotlyTree.map("text", PlotlyTree.escaped(heat.name()), "side", "right"), "thickness", 14);
        bar.putAll(PlotlyTree.map("x", number(right + 0.01), "xanchor", "left"));
        bar.putAll(
                PlotlyTree.map("y", number((vertical[0] + vertical[1]) / 2), "len", number(vertical[1] - vertical[0])));
        trace.put("colorbar", bar);
        return trace;
    }

    /** A shape has no entry in the legend, so a trace without points represents it. */
    private Map<String, Object> shadeName(Mark.Shade shade) {
        Map<String, Object> trace = start("scatter", shade);
        List<Object> nowhere = new ArrayList<>();
        nowhere.add(null);
        trace.put("x", nowhere);
        trace.put("y", nowhere);
        trace.put("mode", "markers");
        trace.put(
                "marker",
                PlotlyTree.map(
                        "symbol",
                        "square",
                        "size",
                        12,
                        "color",
                        Ink.hex(shade.ink().tint(grey))));
        return trace;
    }

    private static List<Object> numbers(double[] values) {
        List<Object> list = new ArrayList<>(values.length);
        for (double value : values) {
            list.add(number(value));
        }
        return list;
    }

    private static Object number(double value) {
        return Decimal.json(value);
    }
}
