// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.plot.model.Hatch;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.Typeface;

/** The names of a figure's marks with a sample of each, in rows above the panels. */
final class Legend {
    private static final double LINE = 1.45;
    private static final double SAMPLE = 1.6;
    private static final double GAP = 0.45;
    private static final double BETWEEN = 1.4;

    private record Entry(Mark mark, String text, double x, int row) {}

    private final List<Entry> entries = new ArrayList<>();
    private final double font;
    private int rows;

    private Legend(double font) {
        this.font = font;
    }

    /** The legend of a figure: one entry for each name and ink. */
    static Legend of(Figure figure, double font, double width) {
        Map<String, Mark> marks = new LinkedHashMap<>();
        for (Panel panel : figure.panels()) {
            for (Mark mark : panel.marks()) {
                if (panel.isInLegend(mark)) {
                    marks.putIfAbsent(mark.name() + "\n" + mark.ink(), mark);
                }
            }
        }
        Legend legend = new Legend(font);
        double x = 0;
        int row = 0;
        for (Mark mark : marks.values()) {
            double lead = font * (SAMPLE + GAP);
            String text = Typeface.REGULAR.fit(Typeface.REGULAR.clean(mark.name()), font, width - lead);
            double needs = lead + Typeface.REGULAR.width(text, font);
            if (x > 0 && x + needs > width) {
                x = 0;
                row++;
            }
            legend.entries.add(new Entry(mark, text, x, row));
            x += needs + font * BETWEEN;
            legend.rows = row + 1;
        }
        return legend;
    }

    /** The names in the legend, in order. */
    static List<String> names(Figure figure) {
        return of(figure, 1, Double.POSITIVE_INFINITY).entries.stream()
                .map(Entry::text)
                .toList();
    }

    double height() {
        return rows * font * LINE;
    }

    void draw(Scene scene, double left, double top, boolean greyscale) {
        for (Entry entry : entries) {
            double x = left + entry.x;
            double middle = top + (entry.row + 0.5) * font * LINE;
            sample(scene, entry.mark, x, middle, greyscale);
            double base = middle + font * 0.35;
            scene.text(x + font * (SAMPLE + GAP), base, entry.text, font, Scene.Anchor.START, FigureLayout.INK);
        }
    }

    private void sample(Scene scene, Mark mark, double x, double middle, boolean greyscale) {
        double wide = font * SAMPLE;
        Ink ink = mark.ink();
        if (mark instanceof Mark.Line line) {
            MarkPainter.stroke(scene, new double[] {x, middle, x + wide, middle}, line, font / 8, greyscale);
        } else if (mark instanceof Mark.Points) {
            scene.add(new Scene.Path(
                    ink.symbol().outline(x + wide / 2, middle, font * 0.3),
                    true,
                    ink.strong(greyscale),
                    Scene.NONE,
                    0,
                    new double[0]));
        } else {
            boolean light = mark instanceof Mark.Band
                    || mark instanceof Mark.Shade
                    || mark instanceof Mark.Boxes boxes && boxes.behind();
            double high = font * 0.75;
            double[] box = {x, middle - high / 2, wide, high};
            scene.add(new Scene.Boxes(box, light ? ink.tint(greyscale) : ink.rgb(greyscale)));
            Hatch hatch = light ? Hatch.NONE : ink.hatch(greyscale);
            if (hatch != Hatch.NONE) {
                scene.add(new Scene.Hatching(box, hatch, MarkPainter.HATCH_DISTANCE, MarkPainter.HATCH_WIDTH));
            }
        }
    }
}
