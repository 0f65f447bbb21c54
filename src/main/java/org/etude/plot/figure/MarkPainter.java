// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.plot.model.Hatch;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;
import org.etude.plot.model.Size;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.Typeface;

/** Draws the marks of a panel. */
final class MarkPainter {
    /** The distance between the lines of a hatch, and their width, in points. */
    static final double HATCH_DISTANCE = 2.4;

    static final double HATCH_WIDTH = 0.3;

    private static final double BOX_SHARE = 0.8;
    private static final double TALLEST_BOX = 2.4;
    private static final double NARROWEST = 0.25;
    private static final double GAP = 0.3;
    private static final double GAP_FROM = 2;
    private static final double INSIDE = 0.85;
    private static final int BRIGHT = 140;

    private final Scene scene;
    private final Panel panel;
    private final Mapping x;
    private final Mapping y;
    private final Size size;
    private final boolean grey;

    MarkPainter(Scene scene, Panel panel, Mapping x, Mapping y, Size size, boolean greyscale) {
        this.scene = scene;
        this.panel = panel;
        this.x = x;
        this.y = y;
        this.size = size;
        this.grey = greyscale;
    }

    /** Draws marks below the grid. */
    void behind(double left, double top, double right, double bottom) {
        for (Mark mark : panel.marks()) {
            if (mark instanceof Mark.Shade shade) {
                DoubleArrayList boxes = new DoubleArrayList();
                for (int i = 0; i < shade.from().length; i++) {
                    double from = Math.max(left, x.at(shade.from()[i]));
                    double to = Math.min(right, x.at(shade.to()[i]));
                    add(boxes, from, top, to - from, bottom - top);
                }
                fill(boxes, shade.ink().tint(grey), Hatch.NONE);
            } else if (mark instanceof Mark.Boxes boxes && boxes.behind()) {
                boxes(boxes);
            } else if (mark instanceof Mark.Band band) {
                band(band);
            }
        }
    }

    /** Draws marks above the grid, in the order of the panel; bars together. */
    void marks() {
        BarPainter.draw(scene, panel, x, y, size.fontPt(), grey);
        for (Mark mark : panel.marks()) {
            if (mark instanceof Mark.Boxes boxes && !boxes.behind()) {
                boxes(boxes);
            } else if (mark instanceof Mark.Heat heat) {
                heat(heat);
            } else if (mark instanceof Mark.Line line) {
                line(line);
            } else if (mark instanceof Mark.Points points) {
                points(points);
            }
        }
    }

    /** Draws texts, moved so that they stay within the panel. */
    void notes(double left, double right) {
        for (Mark.Note note : panel.marks(Mark.Note.class)) {
            double font = size.fontPt();
            String text = Typeface.REGULAR.fit(Typeface.REGULAR.clean(note.text()), font, right - left);
            double wide = Typeface.REGULAR.width(text, font);
            double at = Math.max(left + 2, Math.min(x.at(note.x()) + 2, right - wide - 2));
            scene.text(at, y.at(note.y()) - 2, text, font, Scene.Anchor.START, FigureLayout.INK);
        }
    }

    private void boxes(Mark.Boxes boxes) {
        double pitch = y.pitch();
        double high = boxes.behind()
                ? boxes.lanes() * pitch
                : Math.min((boxes.lanes() - 1 + BOX_SHARE) * pitch, boxes.lanes() * TALLEST_BOX * size.fontPt());
        int colour = boxes.behind() ? boxes.ink().tint(grey) : boxes.ink().rgb(grey);
        DoubleArrayList list = new DoubleArrayList();
        IntArrayList seen = new IntArrayList();
        for (int i = 0; i < boxes.size(); i++) {
            double middle = y.at(boxes.lane()[i]) + (boxes.lanes() - 1) * pitch / 2;
            double from = x.at(boxes.from()[i]);
            double wide = x.at(boxes.to()[i]) - from;
            double shown = boxes.behind() ? wide : Math.max(NARROWEST, wide > GAP_FROM ? wide - GAP : wide);
            if (add(list, from, middle - high / 2, shown, high)) {
                seen.add(i);
            }
        }
        fill(list, colour, boxes.behind() ? Hatch.NONE : boxes.ink().hatch(grey));
        if (!boxes.texts().isEmpty() && !grey) {
            inside(boxes, seen, list, colour);
        }
    }

    /** Draws texts inside visible boxes, where the whole text fits. */
    private void inside(Mark.Boxes boxes, IntArrayList seen, DoubleArrayList list, int colour) {
        double font = size.fontPt() * INSIDE;
        for (int i = 0; i < seen.size(); i++) {
            double wide = list.getDouble(4 * i + 2);
            double high = list.getDouble(4 * i + 3);
            String text = boxes.text(seen.getInt(i));
            // Even a narrow character takes at least a third of the font size.
            if (high < font || text.isEmpty() || text.length() * font / 3 > wide) {
                continue;
            }
            String clean = Typeface.REGULAR.clean(text);
            if (Typeface.REGULAR.width(clean, font) + font * 0.6 <= wide) {
                double base = list.getDouble(4 * i + 1) + high / 2 + font * 0.35;
                double middle = list.getDouble(4 * i) + wide / 2;
                scene.text(middle, base, clean, font, Scene.Anchor.MIDDLE, bright(colour) ? 0x000000 : 0xFFFFFF);
            }
        }
    }

    private static boolean bright(int rgb) {
        return ((rgb >> 16 & 0xFF) * 299 + (rgb >> 8 & 0xFF) * 587 + (rgb & 0xFF) * 114) / 1000 > BRIGHT;
    }

    private void heat(Mark.Heat heat) {
        double wide = x.pitch();
        double high = y.pitch();
        for (int row = 0; row < heat.z().length; row++) {
            for (int column = 0; column < heat.z()[row].length; column++) {
                double value = heat.z()[row][column];
                if (Double.isFinite(value)) {
                    double left = x.at(column) - wide / 2;
                    double top = y.at(row) - high / 2;
                    // A slight overlap prevents white seams between cells.
                    scene.box(left, top, wide + 0.05, high + 0.05, ColourBar.colour(value / heat.top()));
                }
            }
        }
    }

    private void line(Mark.Line line) {
        DoubleArrayList run = new DoubleArrayList();
        double before = Double.NaN;
        for (int i = 0; i <= line.x().length; i++) {
            double px = i < line.x().length ? x.at(line.x()[i]) : Double.NaN;
            double py = i < line.x().length ? y.at(line.y()[i]) : Double.NaN;
            if (Double.isNaN(px) || Double.isNaN(py)) {
                if (run.size() > 2) {
                    stroke(scene, run.toDoubleArray(), line, size.linePt(), grey);
                }
                run.clear();
            } else {
                if (line.steps() && !run.isEmpty()) {
                    run.add(px);
                    run.add(before);
                }
                run.add(px);
                run.add(py);
                before = py;
            }
        }
    }

    /** Draws a line through positions in the style of a mark. */
    static void stroke(Scene scene, double[] xy, Mark.Line line, double width, boolean grey) {
        double[] dash = line.dashed() ? new double[] {3, 2} : line.ink().dash(grey);
        double[] points = dash.clone();
        for (int i = 0; i < points.length; i++) {
            points[i] *= width;
        }
        scene.add(new Scene.Path(xy, false, Scene.NONE, line.ink().strong(grey), width, points));
    }

    private void points(Mark.Points points) {
        double radius = size.fontPt() * 0.24;
        for (int i = 0; i < points.x().length; i++) {
            double px = x.at(points.x()[i]);
            double py = y.at(points.y()[i]);
            if (Double.isFinite(px) && Double.isFinite(py)) {
                double[] outline = points.ink().symbol().outline(px, py, radius);
                int fill = points.ink().strong(grey);
                scene.add(new Scene.Path(outline, true, fill, 0xFFFFFF, 0.3, new double[0]));
            }
        }
    }

    private void band(Mark.Band band) {
        DoubleArrayList around = new DoubleArrayList();
        int n = band.x().length;
        for (int i = 0; i < 2 * n; i++) {
            int at = i < n ? i : 2 * n - 1 - i;
            double px = x.at(band.x()[at]);
            double py = y.at(i < n ? band.low()[at] : band.high()[at]);
            if (Double.isFinite(px) && Double.isFinite(py)) {
                around.add(px);
                around.add(py);
            }
        }
        if (around.size() > 4) {
            double[] xy = around.toDoubleArray();
            scene.add(new Scene.Path(xy, true, band.ink().tint(grey), Scene.NONE, 0, new double[0]));
        }
    }

    private void fill(DoubleArrayList boxes, int colour, Hatch hatch) {
        fill(scene, boxes.toDoubleArray(), colour, hatch);
    }

    static void fill(Scene scene, double[] boxes, int colour, Hatch hatch) {
        if (boxes.length > 0) {
            scene.add(new Scene.Boxes(boxes, colour));
            if (hatch != Hatch.NONE) {
                scene.add(new Scene.Hatching(boxes, hatch, HATCH_DISTANCE, HATCH_WIDTH));
            }
        }
    }

    /** Adds a box unless it is invisible, such as one that starts below a logarithmic axis. */
    private static boolean add(DoubleArrayList to, double left, double top, double width, double height) {
        boolean seen = width > 0 && height > 0;
        if (seen) {
            to.add(left);
            to.add(top);
            to.add(width);
            to.add(height);
        }
        return seen;
    }
}
