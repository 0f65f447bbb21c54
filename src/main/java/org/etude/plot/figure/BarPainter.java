// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.List;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;
import org.etude.plot.paint.Scene;

/** Draws the bars of a panel, side by side or stacked. */
final class BarPainter {
    private static final double GROUP_SHARE = 0.78;
    private static final double WIDEST_BAR = 8;
    private static final double WHISKER = 0.7;

    private BarPainter() {}

    static void draw(Scene scene, Panel panel, Mapping x, Mapping y, double font, boolean grey) {
        List<Mark.Bars> all = panel.marks(Mark.Bars.class);
        List<double[]> tops = StackedHeights.of(panel);
        int adjacent = panel.isStacked() ? 1 : Math.max(1, all.size());
        double group = Math.min(x.pitch() * GROUP_SHARE, WIDEST_BAR * font * adjacent);
        double wide = group / adjacent;
        double zero = y.at(Math.max(0, y.low()));
        double[][] drawn = new double[all.size()][];
        for (int b = 0; b < all.size(); b++) {
            Mark.Bars bars = all.get(b);
            double[] boxes = new double[4 * bars.y().length];
            for (int i = 0; i < bars.y().length; i++) {
                double shift = panel.isStacked() ? 0 : b * wide;
                double from = panel.isStacked() && b > 0 ? y.at(tops.get(b - 1)[i]) : zero;
                double to = y.at(panel.isStacked() ? tops.get(b)[i] : bars.y()[i]);
                boolean shown = Double.isFinite(bars.y()[i]) && Double.isFinite(to);
                boxes[4 * i] = x.at(i) - group / 2 + shift;
                boxes[4 * i + 1] = shown ? Math.min(from, to) : zero;
                boxes[4 * i + 2] = all.size() > 1 && !panel.isStacked() ? wide * 0.94 : wide;
                boxes[4 * i + 3] = shown ? Math.abs(from - to) : 0;
            }
            MarkPainter.fill(scene, boxes, bars.ink().rgb(grey), bars.ink().hatch(grey));
            drawn[b] = boxes;
        }
        for (int b = 0; b < all.size(); b++) {
            whiskers(
                    scene,
                    all.get(b),
                    drawn[b],
                    panel.isStacked() ? tops.get(b) : all.get(b).y(),
                    y);
        }
    }

    /** Draws the intervals at the ends of bars, on top of all bars. */
    private static void whiskers(Scene scene, Mark.Bars bars, double[] boxes, double[] ends, Mapping y) {
        for (int i = 0; i < bars.low().length; i++) {
            double low = y.at(ends[i] + bars.low()[i] - bars.y()[i]);
            double high = y.at(ends[i] + bars.high()[i] - bars.y()[i]);
            if (Double.isFinite(low) && Double.isFinite(high)) {
                double middle = boxes[4 * i] + boxes[4 * i + 2] / 2;
                double half = Math.min(3, boxes[4 * i + 2] / 4);
                scene.line(middle, low, middle, high, FigureLayout.INK, WHISKER);
                scene.line(middle - half, low, middle + half, low, FigureLayout.INK, WHISKER);
                scene.line(middle - half, high, middle + half, high, FigureLayout.INK, WHISKER);
            }
        }
    }
}
