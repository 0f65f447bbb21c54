// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * Marks over one pair of axes. Immutable: each method returns a new panel; marks keep the order in which they were
 * added.
 */
public final class Panel {
    /**
     * The visible share of the tallest stack: a part that is thinner everywhere is a hairline of indistinguishable
     * colour.
     */
    private static final double SEEN = 0.005;

    private final String title;
    private final Axis x;
    private final Axis y;
    private final List<Mark> marks;
    private final boolean stacked;
    private final boolean bare;

    private Panel(String title, Axis x, Axis y, List<Mark> marks, boolean stacked, boolean bare) {
        this.title = Given.value(title, "the title of a panel");
        this.x = Given.value(x, "the x axis");
        this.y = Given.value(y, "the y axis");
        this.marks = List.copyOf(marks);
        this.stacked = stacked;
        this.bare = bare;
    }

    /** An empty panel. */
    public static Panel of(Axis x, Axis y) {
        return new Panel("", x, y, List.of(), false, false);
    }

    /** This panel with a title above it. */
    public Panel title(String text) {
        return new Panel(text, x, y, marks, stacked, bare);
    }

    /** This panel with stacked instead of adjacent bars. */
    public Panel stacked() {
        return new Panel(title, x, y, marks, true, bare);
    }

    /** This panel without axes, for a picture in which only the shape matters. */
    public Panel bare() {
        return new Panel(title, x, y, marks, stacked, true);
    }

    /** Adds a line; NaN breaks it. */
    public Panel line(String name, Ink ink, double[] xs, double[] ys) {
        return with(new Mark.Line(name, ink, even(name, xs, ys), ys.clone(), false, false));
    }

    /** Adds a dashed line, for example as a reference. */
    public Panel dashed(String name, Ink ink, double[] xs, double[] ys) {
        return with(new Mark.Line(name, ink, even(name, xs, ys), ys.clone(), false, true));
    }

    /** Adds a step line: each value holds from its x to the next. */
    public Panel steps(String name, Ink ink, double[] xs, double[] ys) {
        return with(new Mark.Line(name, ink, even(name, xs, ys), ys.clone(), true, false));
    }

    /** Adds points. */
    public Panel points(String name, Ink ink, double[] xs, double[] ys) {
        return points(name, ink, xs, ys, List.of());
    }

    /** Adds points with texts shown on hover. */
    public Panel points(String name, Ink ink, double[] xs, double[] ys, List<String> texts) {
        double[] places = even(name, xs, ys);
        int count = Given.values(texts, "the texts").size();
        require(count == 0 || count == xs.length, name, xs.length, count);
        return with(new Mark.Points(name, ink, places, ys.clone(), List.copyOf(texts)));
    }

    /** Adds a bar for each category of x. */
    public Panel bars(String name, Ink ink, double... values) {
        return bars(name, ink, values, new double[0], new double[0]);
    }

    /** Adds bars with an interval each, from {@code low} to {@code high}. */
    public Panel bars(String name, Ink ink, double[] values, double[] low, double[] high) {
        Given.value(ink, Ink.class, "the ink of \"" + name + "\"");
        int count = numbers(values, name).length;
        double[] ends = even(name, low, high);
        require(count == x.categories().size(), name, x.categories().size(), count);
        require(ends.length == 0 || ends.length == count, name, count, ends.length);
        return with(new Mark.Bars(name, ink, values.clone(), ends, high.clone()));
    }

    /** Adds the area between two lines. */
    public Panel band(String name, Ink ink, double[] xs, double[] low, double[] high) {
        double[] lower = even(name, low, high);
        return with(new Mark.Band(name, ink, even(name, xs, low), lower, high.clone()));
    }

    /** Shades intervals of x over the whole height. */
    public Panel shade(String name, Ink ink, double[] from, double[] to) {
        return with(new Mark.Shade(name, ink, even(name, from, to), to.clone()));
    }

    /**
     * Adds boxes over intervals of x.
     *
     * @param lane the category of y of each
     * @param texts what each says; empty for nothing
     */
    public Panel boxes(String name, Ink ink, int[] lane, double[] from, double[] to, List<String> texts) {
        return with(boxes(name, ink, lane, from, to, texts, 1, false));
    }

    /** Adds light boxes behind the others, each over {@code lanes} lanes from {@code lane} on. */
    @Internal
    public Panel background(String name, Ink ink, int[] lane, double[] from, double[] to, int lanes) {
        return with(boxes(name, ink, lane, from, to, List.of(), lanes, true));
    }

    /**
     * Adds a heat map over two categorical axes.
     *
     * @param name the quantity shown, with its unit
     * @param z values by row and column; NaN for an empty cell
     * @param top the value of the darkest colour; NaN for the maximum
     */
    public Panel heat(String name, double[][] z, double top) {
        Extent extent = new Extent(false);
        double[][] copy = new double[Given.values(z, "the rows of \"" + name + "\"").length][];
        require(z.length == y.categories().size(), name, y.categories().size(), z.length);
        for (int row = 0; row < z.length; row++) {
            require(z[row].length == x.categories().size(), name, x.categories().size(), z[row].length);
            copy[row] = z[row].clone();
            extent.addAll(copy[row]);
        }
        double greatest = extent.isEmpty() || extent.high() <= 0 ? 1 : extent.high();
        return with(new Mark.Heat(name, copy, Double.isNaN(top) ? greatest : top));
    }

    /** Adds text next to a position. */
    public Panel note(double atX, double atY, String text) {
        Given.finite(atX, "the x of a note");
        Given.finite(atY, "the y of a note");
        return with(new Mark.Note(atX, atY, Given.value(text, "the text of a note")));
    }

    public String title() {
        return title;
    }

    public Axis x() {
        return x;
    }

    public Axis y() {
        return y;
    }

    @Internal
    public List<Mark> marks() {
        return marks;
    }

    @Internal
    public Panel marks(List<Mark> others) {
        return new Panel(title, x, y, others, stacked, bare);
    }

    public boolean isBare() {
        return bare;
    }

    /** Whether a mark has an entry in the legend: it has a name and, if part of a stack, is visible. */
    @Internal
    public boolean isInLegend(Mark mark) {
        boolean unseen = stacked && mark instanceof Mark.Bars bars && greatest(bars.y()) <= SEEN * tallest();
        return !mark.name().isEmpty() && !(mark instanceof Mark.Heat) && !unseen;
    }

    /** The height of the tallest stack, from its lowest to its highest end. */
    private double tallest() {
        double[] heights = new double[x.categories().size()];
        for (Mark.Bars bars : marks(Mark.Bars.class)) {
            for (int i = 0; i < heights.length; i++) {
                heights[i] += Double.isFinite(bars.y()[i]) ? Math.abs(bars.y()[i]) : 0;
            }
        }
        return greatest(heights);
    }

    private static double greatest(double[] values) {
        return Arrays.stream(values)
                .filter(Double::isFinite)
                .map(Math::abs)
                .max()
                .orElse(0);
    }

    public boolean isStacked() {
        return stacked;
    }

    @Internal
    public <M extends Mark> List<M> marks(Class<M> kind) {
        return marks.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private Mark.Boxes boxes(
            String name, Ink ink, int[] lane, double[] from, double[] to, List<String> texts, int lanes, boolean b) {
        Given.value(ink, Ink.class, "the ink of \"" + name + "\"");
        double[] starts = even(name, from, to);
        int count = Given.values(texts, "the texts").size();
        Given.value(lane, "the lanes of \"" + name + "\"");
        require(starts.length == lane.length, name, lane.length, starts.length);
        require(count == 0 || count == lane.length, name, lane.length, count);
        for (int one : lane) {
            if (one < 0 || one + lanes > y.categories().size()) {
                throw new PlotException(
                        "\"" + name + "\": lane " + one + " of "
                                + y.categories().size() + " does not exist",
                        "Give the y axis one category per lane.");
            }
        }
        return new Mark.Boxes(name, ink, lane.clone(), starts, to.clone(), List.copyOf(texts), lanes, b);
    }

    private Panel with(Mark mark) {
        List<Mark> more = new ArrayList<>(marks);
        Given.value(mark.name(), "the name of a mark");
        Given.value(mark.ink(), Ink.class, "the ink of a mark");
        more.add(mark);
        return new Panel(title, x, y, more, stacked, bare);
    }

    private static double[] even(String name, double[] a, double[] b) {
        int given = numbers(b, name).length;
        require(numbers(a, name).length == given, name, a.length, given);
        return a.clone();
    }

    private static double[] numbers(double[] values, String name) {
        return Given.value(values, "an array of \"" + name + "\"");
    }

    private static void require(boolean ok, String name, int wanted, int given) {
        if (!ok) {
            throw new PlotException(
                    "\"" + name + "\": " + given + " values where " + wanted + " belong",
                    "Give columns of equal length, and one bar or cell per category.");
        }
    }

    @Override
    public String toString() {
        return "Panel" + (title.isEmpty() ? "" : " " + title) + ": " + Counted.of(marks.size(), "mark");
    }
}
