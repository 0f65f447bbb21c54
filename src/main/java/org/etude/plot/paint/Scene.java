// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import java.util.ArrayList;
import java.util.List;
import org.etude.plot.model.Hatch;

/** A drawing in points, y downwards, made of a few kinds of items that every painter supports. */
public final class Scene {
    /** No fill or no stroke. */
    public static final int NONE = -1;

    private final double width;
    private final double height;
    private final List<Item> items = new ArrayList<>();

    public Scene(double width, double height) {
        this.width = width;
        this.height = height;
    }

    /** The end of a text that is at its position. */
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** One thing that is drawn. */
    public sealed interface Item {}

    /** Filled boxes of one colour: alternating x, y, width and height. */
    public record Boxes(double[] xywh, int fill) implements Item {}

    /** Lines of one direction over boxes. */
    public record Hatching(double[] xywh, Hatch hatch, double distance, double width) implements Item {}

    /** A line through points, x and y alternating; fill and stroke may be {@link #NONE}. Dashes in points. */
    public record Path(double[] xy, boolean closed, int fill, int stroke, double width, double[] dash)
            implements Item {}

    /** A line of text; the angle is in degrees, counter-clockwise. */
    public record Text(double x, double y, String text, double size, boolean bold, Anchor anchor, double angle, int rgb)
            implements Item {
        /** Keeps only characters of the bundled font. */
        public Text {
            text = Typeface.of(bold).clean(text);
        }
    }

    /** Clips the following items to a box, until {@link Unclip}. */
    public record Clip(double x, double y, double width, double height) implements Item {}

    /** Ends the last {@link Clip}. */
    public record Unclip() implements Item {}

    public double width() {
        return width;
    }

    public double height() {
        return height;
    }

    public List<Item> items() {
        return items;
    }

    public void add(Item item) {
        items.add(item);
    }

    public void box(double x, double y, double w, double h, int fill) {
        add(new Boxes(new double[] {x, y, w, h}, fill));
    }

    public void line(double x0, double y0, double x1, double y1, int rgb, double lineWidth) {
        add(new Path(new double[] {x0, y0, x1, y1}, false, NONE, rgb, lineWidth, new double[0]));
    }

    public void text(double x, double y, String text, double size, Anchor anchor, int rgb) {
        add(new Text(x, y, text, size, false, anchor, 0, rgb));
    }
}
