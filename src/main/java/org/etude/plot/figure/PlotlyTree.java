// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Decimal;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;
import org.etude.plot.model.Ticks;
import org.etude.plot.paint.Typeface;

/**
 * Converts a figure to Plotly's tree of data and layout. Titles are objects because Plotly 3 and later ignore titles
 * that are strings.
 */
final class PlotlyTree {
    /** The maximum number of boxes; with 10,000 Plotly takes a second to draw. */
    private static final int MOST_BOXES = 8_000;

    private static final double PIXELS = 1_600;
    private static final int MOST_COLUMNS = 3;
    private static final double GAP = 0.09;
    private static final double WIDEST_GAP = 0.3;

    /** The total width in pixels of adjacent panels in the cell of a 1,000 pixel window. */
    private static final int NARROW = 430;

    private static final int NARROW_PAGE = 540;

    /** How much wider than the measured font the fonts of browsers without it are. */
    private static final double WIDER_FONT = 1.25;

    private static final int LANE = 22;
    private static final int TALLEST = 900;
    private static final int TALLEST_HEAT = 520;
    private static final int PANEL = 330;
    private static final int BELOW = 60;
    /** The longest name below a bar, in pixels; a longer one is cut, and shown in full when pointed at. */
    private static final int LONGEST_NAME = 160;

    /** The narrowest bar whose name Plotly slants by 30 degrees; under narrower ones names stand upright. */
    private static final int SLANTED_SLOT = 40;

    private static final int TITLE = 40;
    private static final int CAPTION = 18;
    private static final int PANEL_TITLE = 24;
    private static final int LEGEND_LINE = 22;
    /** The width of a legend entry besides its text, and the width of a narrow page, in pixels. */
    private static final int LEGEND_SAMPLE = 50;

    private static final double LEGEND_WIDTH = 800;
    private static final int FONT_PIXELS = 12;
    private static final int CAPTION_PIXELS = 11;
    private static final int AXIS_TITLE = 16;
    private static final int LEFT = 70;
    private static final int WIDEST_LEFT = 190;

    /** The horizontal extent of a name slanted by 30 degrees, as a share of its length. */
    private static final double LEANING = Math.cos(Math.toRadians(30));

    /** The pixels reserved for the legend, read by a page that finds it taller. */
    private static final String LEGEND_ROOM = "legend";
    /** The title size of the drawn figure, so that a slider's pictures look like the figures around it. */
    private static final int TITLE_PIXELS = 14;

    /** Pixels between the tick labels and the axis title, which could otherwise cover long labels. */
    private static final int STANDOFF = 10;

    private static final List<Integer> ANGLES = List.of(0, -30, -90);
    private static final int DOUBLINGS_WRITTEN = 10;

    private static final String FONT = "Liberation Sans, Arial, Helvetica, sans-serif";

    private final Figure figure;
    private final List<Object> data = new ArrayList<>();
    private final Map<String, Object> layout = new LinkedHashMap<>();
    private final List<Object> annotations = new ArrayList<>();
    private final List<Object> shapes = new ArrayList<>();
    private final Set<String> named = new HashSet<>();
    private final List<String> caption;

    private PlotlyTree(Figure figure) {
        this.figure = figure;
        caption = FigureLayout.lines(figure.caption(), CAPTION_PIXELS, roomOfCaption());
    }

    static Map<String, Object> of(Figure figure) {
        return new PlotlyTree(BoxMerger.prepare(figure, PIXELS, MOST_BOXES)).tree();
    }

    private Map<String, Object> tree() {
        int count = figure.panels().size();
        int columns = Math.min(count, MOST_COLUMNS);
        int rows = (count + columns - 1) / columns;
        double gap = gap(columns);
        head(rows, columns);
        for (int i = 0; i < count; i++) {
            Panel panel = figure.panels().get(i);
            String number = i == 0 ? "" : Integer.toString(i + 1);
            double[] across = domain(i % columns, columns, gap);
            double[] down = domain(rows - 1 - i / columns, rows, GAP);
            PlotlyTraces traces = new PlotlyTraces(panel, number, figure.isGreyscale(), across[1], down, named);
            data.addAll(traces.traces());
            shapes.addAll(traces.shapes());
            annotations.addAll(traces.notes());
            layout.put("xaxis" + number, axis(panel, true, across, "y" + number));
            layout.put("yaxis" + number, axis(panel, false, down, "x" + number));
            if (!panel.title().isEmpty()) {
                annotations.add(text(bold(panel.title()), across[0], down[1]));
            }
        }
        layout.put("annotations", annotations);
        layout.put("shapes", shapes);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("data", data);
        tree.put("layout", layout);
        return tree;
    }

    private void head(int rows, int columns) {
        Map<String, Object> title = map("text", bold(figure.title()), "x", 0, "xref", "paper", "xanchor", "left");
        title.put("font", map("size", TITLE_PIXELS));
        title.putAll(map("y", 1, "yanchor", "top", "pad", map("t", 12)));
        if (!caption.isEmpty()) {
            String lines = escaped(String.join("\n", caption)).replace("\n", "<br>");
            title.put("subtitle", map("text", lines, "font", map("size", CAPTION_PIXELS, "color", "#555555")));
        }
        layout.put("title", title);
        layout.put("font", map("family", FONT, "size", 12, "color", "#222222"));
        layout.put("paper_bgcolor", "#ffffff");
        layout.put("plot_bgcolor", "#ffffff");
        boolean titles = figure.panels().stream().anyMatch(p -> !p.title().isEmpty());
        int plots = height(rows);
        int gap = titles ? PANEL_TITLE : FONT_PIXELS / 2;
        int legend = legendLines() * LEGEND_LINE;
        int above = TITLE + caption.size() * CAPTION + gap + legend;
        int below = BELOW + namesBelow(columns);
        layout.put("height", plots + above + below);
        layout.put("margin", map("l", left(columns), "r", 30, "t", above, "b", below));
        layout.put("meta", map(LEGEND_ROOM, legend));
        Number bottom = Decimal.json(1 + gap / (double) plots);
        layout.put("legend", map("orientation", "h", "x", 0, "y", bottom, "yanchor", "bottom"));
        layout.put("hovermode", "closest");
        boolean stacked = figure.panels().stream().anyMatch(Panel::isStacked);
        boolean boxes = figure.panels().stream()
                .anyMatch(p -> !p.marks(Mark.Boxes.class).isEmpty());
        layout.put("barmode", boxes ? "overlay" : stacked ? "stack" : "group");
        layout.put("bargap", Decimal.json(0.22));
    }

    private int height(int rows) {
        int tallest = 0;
        for (Panel panel : figure.panels()) {
            int lanes = panel.y().isCategories() ? panel.y().categories().size() * LANE : PANEL;
            int most = panel.marks(Mark.Heat.class).isEmpty() ? TALLEST : TALLEST_HEAT;
            tallest = Math.max(tallest, Math.max(160, Math.min(most, lanes)));
        }
        return rows * tallest;
    }

    /** The number of lines of the legend on a narrow page, for which space is reserved above the panels. */
    private int legendLines() {
        double pixels = 0;
        for (String name : Legend.names(figure)) {
            pixels += LEGEND_SAMPLE + Typeface.REGULAR.width(Typeface.REGULAR.clean(name), FONT_PIXELS);
        }
        return (int) Math.ceil(pixels / LEGEND_WIDTH);
    }

    /**
     * The share of the width between two panels, so that a panel's labels on the left do not reach into its neighbour.
     */
    private double gap(int columns) {
        double pixels = 0;
        for (int i = 0; i < figure.panels().size(); i++) {
            Panel panel = figure.panels().get(i);
            if (i % columns > 0 && !panel.isBare()) {
                pixels = Math.max(pixels, leftOf(panel));
            }
        }
        return Math.max(GAP, Math.min(WIDEST_GAP, pixels / NARROW));
    }

    private static double leftOf(Panel panel) {
        Axis axis = panel.y();
        double[] range = Mapping.range(panel, false);
        List<String> texts = axis.isCategories()
                ? axis.categories()
                : axis.ticks(range[0], range[1], DOUBLINGS_WRITTEN).texts();
        double widest = 0;
        for (String text : texts) {
            widest = Math.max(widest, Typeface.REGULAR.width(Typeface.REGULAR.clean(text), FONT_PIXELS));
        }
        return widest + (axis.label().isEmpty() ? STANDOFF : 3 * STANDOFF + AXIS_TITLE);
    }

    /** The caption is aligned with the first panel. */
    private double roomOfCaption() {
        double begin = figure.panels().stream()
                .limit(1)
                .mapToDouble(PlotlyTree::leftOf)
                .sum();
        return Math.max(NARROW / 2.0, (NARROW_PAGE - Math.max(LEFT, begin) - STANDOFF) / WIDER_FONT);
    }

    /**
     * Space for slanted names to the left of the first panel, if they do not fit side by side: Plotly drops whatever
     * would leave the drawing.
     */
    private int left(int columns) {
        Axis axis = figure.panels().get(0).x();
        double slot = slot(axis, columns);
        double[] widths = widths(axis);
        double reach = LEFT;
        if (Arrays.stream(widths).anyMatch(width -> width + STANDOFF > slot)) {
            for (int i = 0; i < widths.length; i++) {
                reach = Math.max(reach, widths[i] * LEANING + STANDOFF - (i + 0.5) * slot);
            }
        }
        return (int) Math.ceil(Math.min(WIDEST_LEFT, reach));
    }

    /** Space below the panels for names that do not fit side by side: Plotly would take it from the panels. */
    private int namesBelow(int columns) {
        double most = 0;
        for (Panel panel : figure.panels()) {
            double slot = slot(panel.x(), columns);
            double longest = Arrays.stream(widths(panel.x())).max().orElse(0);
            if (longest + STANDOFF > slot) {
                most = Math.max(most, slot < SLANTED_SLOT ? longest : longest / 2);
            }
        }
        return (int) Math.ceil(most);
    }

    /** The pixels of each category along the x axis of a panel in a narrow window. */
    private static double slot(Axis axis, int columns) {
        return (double) NARROW / columns / Math.max(1, axis.categories().size());
    }

    private static double[] widths(Axis axis) {
        return namesBelow(axis).stream()
                .mapToDouble(name -> WIDER_FONT * Typeface.REGULAR.width(Typeface.REGULAR.clean(name), FONT_PIXELS))
                .toArray();
    }

    private static List<String> namesBelow(Axis axis) {
        return CategoryNames.fit(axis.categories(), FONT_PIXELS, LONGEST_NAME);
    }

    private static double[] domain(int place, int of, double gap) {
        double each = (1 - gap * (of - 1)) / of;
        double from = place * (each + gap);
        return new double[] {from, Math.min(1, from + each)};
    }

    private static Map<String, Object> axis(Panel panel, boolean ofX, double[] domain, String anchor) {
        Axis axis = ofX ? panel.x() : panel.y();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("title", map("text", escaped(axis.label()), "standoff", STANDOFF));
        tree.put("domain", List.of(Decimal.json(domain[0]), Decimal.json(domain[1])));
        tree.put("anchor", anchor);
        if (panel.isBare()) {
            tree.put("visible", false);
        }
        tree.put("gridcolor", "#e4e4e4");
        tree.put("linecolor", "#222222");
        tree.put("zeroline", false);
        tree.put("ticks", "outside");
        tree.put("automargin", true);
        double[] range = Mapping.range(panel, ofX);
        if (axis.isCategories()) {
            names(tree, axis, ofX, range);
        } else if (axis.isLog()) {
            logarithmic(tree, axis, range);
        } else {
            // "700k" next to a unit such as us or bytes would read as another unit.
            tree.put("exponentformat", "none");
            tree.put("separatethousands", true);
            tree.put("range", List.of(number(range[0]), number(range[1])));
        }
        return tree;
    }

    /** Labels of categories, from left to right or from top to bottom. */
    private static void names(Map<String, Object> tree, Axis axis, boolean ofX, double[] range) {
        List<Object> places = new ArrayList<>();
        for (int i = 0; i < axis.categories().size(); i++) {
            places.add(i);
        }
        tree.put("tickmode", "array");
        tree.put("tickvals", places);
        List<String> names = ofX ? namesBelow(axis) : axis.categories();
        tree.put("ticktext", names.stream().map(PlotlyTree::escaped).toList());
        tree.put("showgrid", false);
        if (ofX) {
            // Long names slant to the left: to the right, the last ones would leave the drawing and be dropped.
            tree.put("autotickangles", ANGLES);
        }
        tree.put(
                "range",
                ofX ? List.of(number(range[0]), number(range[1])) : List.of(number(range[1]), number(range[0])));
    }

    private static void logarithmic(Map<String, Object> tree, Axis axis, double[] range) {
        tree.put("type", "log");
        // Plotly's own labels omit the power: "9, 100, 2, 3".
        Ticks ticks = axis.ticks(range[0], range[1], DOUBLINGS_WRITTEN);
        tree.put("tickmode", "array");
        tree.put(
                "tickvals",
                Arrays.stream(ticks.values()).mapToObj(PlotlyTree::number).toList());
        tree.put("ticktext", ticks.texts());
        tree.put("range", List.of(number(Math.log10(range[0])), number(Math.log10(range[1]))));
    }

    private static Map<String, Object> text(String text, double x, double y) {
        Map<String, Object> tree = map("text", text, "showarrow", false, "align", "left");
        tree.putAll(map("xref", "paper", "yref", "paper", "x", number(x), "y", number(y)));
        tree.putAll(map("xanchor", "left", "yanchor", "bottom"));
        return tree;
    }

    private static Object number(double value) {
        return Decimal.json(value);
    }

    private static String bold(String text) {
        return "<b>" + escaped(text) + "</b>";
    }

    /** Plotly interprets some HTML in its texts; text from a trace must be escaped. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("%{", "%&#123;");
    }

    /** A map of alternating keys and values, in their order. */
    static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
