// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.List;

/** Something shown in a panel. Arrays belong to the mark: {@link Panel} copies its arguments. */
public sealed interface Mark {
    /** The entry of the legend; empty for none. */
    String name();

    /** The ink it is drawn in. */
    Ink ink();

    /** Extends the ranges of values to include this mark. */
    void extend(Extent x, Extent y);

    /**
     * Boxes over intervals of x in lanes of a categorical y axis.
     *
     * @param lane the first lane of each
     * @param from where each starts
     * @param to where each ends
     * @param texts the text of each; empty for none
     * @param lanes how many lanes each covers
     * @param behind whether they are a light background
     */
    record Boxes(
            String name, Ink ink, int[] lane, double[] from, double[] to, List<String> texts, int lanes, boolean behind)
            implements Mark {
        public int size() {
            return lane.length;
        }

        public String text(int i) {
            return texts.isEmpty() ? "" : texts.get(i);
        }

        @Override
        public void extend(Extent x, Extent y) {
            x.addAll(from);
            x.addAll(to);
        }
    }

    /** A line through points; NaN breaks it. With steps, a value holds until the next x. */
    record Line(String name, Ink ink, double[] x, double[] y, boolean steps, boolean dashed) implements Mark {
        @Override
        public void extend(Extent ofX, Extent ofY) {
            ofX.addAll(x);
            ofY.addAll(y);
        }
    }

    /** Points, with one text each or no texts. */
    record Points(String name, Ink ink, double[] x, double[] y, List<String> texts) implements Mark {
        @Override
        public void extend(Extent ofX, Extent ofY) {
            ofX.addAll(x);
            ofY.addAll(y);
        }
    }

    /** One bar per category of x; low and high are empty or the ends of each bar's interval. */
    record Bars(String name, Ink ink, double[] y, double[] low, double[] high) implements Mark {
        @Override
        public void extend(Extent ofX, Extent ofY) {
            ofY.add(0);
            ofY.addAll(y);
            ofY.addAll(low);
            ofY.addAll(high);
        }
    }

    /** The area between two lines. */
    record Band(String name, Ink ink, double[] x, double[] low, double[] high) implements Mark {
        @Override
        public void extend(Extent ofX, Extent ofY) {
            ofX.addAll(x);
            ofY.addAll(low);
            ofY.addAll(high);
        }
    }

    /** Intervals of x shaded over the whole height. */
    record Shade(String name, Ink ink, double[] from, double[] to) implements Mark {
        @Override
        public void extend(Extent x, Extent y) {
            x.addAll(from);
            x.addAll(to);
        }
    }

    /** Cells of two axes of categories, by row and column; NaN is an empty cell. The colour bar shows 0 to {@code top}. */
    record Heat(String name, double[][] z, double top) implements Mark {
        @Override
        public Ink ink() {
            return Ink.BLUE;
        }

        @Override
        public void extend(Extent x, Extent y) {}
    }

    /** Text next to a position. */
    record Note(double x, double y, String text) implements Mark {
        @Override
        public String name() {
            return "";
        }

        @Override
        public Ink ink() {
            return Ink.BLACK;
        }

        @Override
        public void extend(Extent ofX, Extent ofY) {
            ofX.add(x);
            ofY.add(y);
        }
    }
}
