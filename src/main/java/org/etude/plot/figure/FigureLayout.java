// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.ArrayList;
import java.util.List;
import org.etude.plot.model.Size;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.Typeface;

/** Lays out title, legend, panels and caption of a figure, from top to bottom, on a page of a given width. */
final class FigureLayout {
    /** The maximum number of boxes in a file for print. */
    static final int MANY_BOXES = 12_000;

    /** The maximum number of boxes in a picture inside a notebook. */
    static final int FEW_BOXES = 3_000;

    static final int INK = 0x222222;

    private static final double PIXELS_PER_POINT = 4;
    private static final double PLOT_SHARE = 0.85;
    private static final double TITLE_SCALE = 1.15;
    private static final double CAPTION_SCALE = 0.9;
    private static final double LINE = 1.3;
    private static final double NARROWEST_PANEL_MM = 58;
    private static final int CAPTION_GREY = 0x555555;

    private final Figure figure;
    private final Size size;
    private final double font;
    private final double width;
    private final double margin;

    private FigureLayout(Figure figure, Size size) {
        this.figure = figure;
        this.size = size;
        font = size.fontPt();
        width = size.widthPt();
        margin = font * 0.5;
    }

    /** The figure as a drawing. */
    static Scene draw(Figure figure, Size size, int mostBoxes) {
        double pixels = size.widthPt() * PLOT_SHARE * PIXELS_PER_POINT;
        return new FigureLayout(BoxMerger.prepare(figure, pixels, mostBoxes), size).draw();
    }

    private Scene draw() {
        boolean titled = size.titled() && !figure.title().isEmpty();
        Legend legend = Legend.of(figure, font, width - 2 * margin);
        List<String> caption = lines(figure.caption(), CAPTION_SCALE * font, width - 2 * margin);
        double above = margin + (titled ? TITLE_SCALE * font * LINE : 0) + legend.height();
        double below =
                (caption.isEmpty() ? 0 : 0.3 * font + caption.size() * CAPTION_SCALE * font * LINE) + 0.5 * margin;
        int columns = columns();
        double panelWidth = (width - 2 * margin) / columns;
        int rows = (figure.panels().size() + columns - 1) / columns;
        double[] heights = heights(rows, columns, panelWidth, above + below);
        double total = above + below;
        for (double height : heights) {
            total += height;
        }
        Scene scene = new Scene(width, total);
        scene.box(0, 0, width, total, 0xFFFFFF);
        if (titled) {
            String text =
                    Typeface.BOLD.fit(Typeface.BOLD.clean(figure.title()), TITLE_SCALE * font, width - 2 * margin);
            double base = margin + TITLE_SCALE * font * 0.9;
            scene.add(new Scene.Text(margin, base, text, TITLE_SCALE * font, true, Scene.Anchor.START, 0, INK));
        }
        legend.draw(scene, margin, above - legend.height(), figure.isGreyscale());
        double y = above;
        for (int i = 0; i < figure.panels().size(); i++) {
            double x = margin + i % columns * panelWidth;
            new PanelLayout(figure.panels().get(i), size, figure.isGreyscale())
                    .draw(scene, x, y, panelWidth, heights[i / columns]);
            y += i % columns == columns - 1 ? heights[i / columns] : 0;
        }
        double base = total - below + 0.3 * font + CAPTION_SCALE * font * 0.9;
        for (String line : caption) {
            scene.text(margin, base, line, CAPTION_SCALE * font, Scene.Anchor.START, CAPTION_GREY);
            base += CAPTION_SCALE * font * LINE;
        }
        return scene;
    }

    private int columns() {
        int fitting = (int) Math.max(1, size.widthMm() / NARROWEST_PANEL_MM);
        return Math.min(figure.panels().size(), fitting);
    }

    private double[] heights(int rows, int columns, double panelWidth, double rest) {
        double[] heights = new double[rows];
        double sum = 0;
        for (int i = 0; i < figure.panels().size(); i++) {
            PanelLayout panel = new PanelLayout(figure.panels().get(i), size, figure.isGreyscale());
            heights[i / columns] = Math.max(heights[i / columns], panel.naturalHeight(panelWidth));
        }
        for (double height : heights) {
            sum += height;
        }
        if (size.heightMm() > 0) {
            double room = Math.max(sum * 0.2, size.heightMm() * Size.POINTS_PER_MM - rest);
            for (int i = 0; i < rows; i++) {
                heights[i] *= room / sum;
            }
        }
        return heights;
    }

    /** Breaks a text at spaces into lines that fit. */
    static List<String> lines(String text, double size, double room) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : Typeface.REGULAR.clean(text).split(" +")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (!line.isEmpty() && Typeface.REGULAR.width(longer, size) > room) {
                lines.add(line);
                longer = word;
            }
            line = Typeface.REGULAR.fit(longer, size, room);
        }
        if (!line.isEmpty()) {
            lines.add(line);
        }
        return lines;
    }
}
