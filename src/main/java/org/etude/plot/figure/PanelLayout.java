// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.List;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;
import org.etude.plot.model.Size;
import org.etude.plot.model.Ticks;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.Typeface;

/** Lays out one panel: its title, the axes with their labels, and the plot area between them. */
final class PanelLayout {
    private static final int GRID = 0xE4E4E4;
    private static final double ASPECT = 0.62;
    private static final double WIDE_MM = 84;
    private static final double WIDE_ASPECT = 0.32;
    private static final double TALLEST_HEAT_MM = 120;
    private static final double TALLEST_MM = 190;
    private static final double LOWEST_MM = 32;
    private static final double LANE = 1.55;
    private static final double WIDEST_NAMES = 0.36;
    /** Of slanted names where there is room, in degrees. */
    private static final double SLANT = 38;

    /** Between the lines of slanted names, in heights of the text. */
    private static final double LINE = 1.0;

    /** Of slanted names, in heights of the text. */
    private static final double LONGEST_NAME = 17;

    private static final double AXIS_WIDTH = 0.6;

    private final Panel panel;
    private final Size size;
    private final double font;
    private final boolean greyscale;
    private double left;
    private double top;
    private double right;
    private double bottom;

    PanelLayout(Panel panel, Size size, boolean greyscale) {
        this.panel = panel;
        this.size = size;
        this.greyscale = greyscale;
        font = size.fontPt();
    }

    /** The preferred height at a width, in points. */
    double naturalHeight(double width) {
        double left0 = leftMargin(width, width * ASPECT);
        double around = topMargin() + bottomMargin(width - left0 - rightMargin());
        int rows = panel.y().categories().size();
        double most = TALLEST_MM * Size.POINTS_PER_MM;
        double least = LOWEST_MM * Size.POINTS_PER_MM;
        double wide = WIDE_MM * Size.POINTS_PER_MM;
        double plot = Math.min(width, wide) * ASPECT + Math.max(0, width - wide) * WIDE_ASPECT - around;
        if (!panel.marks(Mark.Heat.class).isEmpty()) {
            double cell = (width - left0 - rightMargin())
                    / Math.max(1, panel.x().categories().size());
            most = Math.max(rows, TALLEST_HEAT_MM * Size.POINTS_PER_MM);
            plot = rows * cell;
        } else if (panel.y().isCategories()) {
            plot = rows * Math.min(font * LANE, most / Math.max(1, rows));
            least = rows * font;
        }
        return around + Math.max(Math.min(least, most), Math.min(most, plot));
    }

    /** Draws the panel into an area. */
    void draw(Scene scene, double x, double y, double width, double height) {
        right = x + width - rightMargin();
        top = y + topMargin();
        left = x + leftMargin(width, height - topMargin());
        bottom = y + height - bottomMargin(right - left);
        left = x + leftMargin(width, bottom - top);
        if (!panel.title().isEmpty()) {
            String text = Typeface.BOLD.fit(Typeface.BOLD.clean(panel.title()), font, width);
            scene.add(new Scene.Text(left, y + font * 1.05, text, font, true, Scene.Anchor.START, 0, FigureLayout.INK));
        }
        Mapping mapX = Mapping.x(panel, left, right);
        Mapping mapY = Mapping.y(panel, top, bottom);
        MarkPainter painter = new MarkPainter(scene, panel, mapX, mapY, size, greyscale);
        scene.add(new Scene.Clip(left, top, right - left, bottom - top));
        painter.behind(left, top, right, bottom);
        if (!panel.isBare()) {
            grid(scene, mapX, mapY);
        }
        painter.marks();
        scene.add(new Scene.Unclip());
        painter.notes(left, right);
        if (!panel.isBare()) {
            axes(scene, mapX, mapY, x, y + height);
        }
    }

    private void axes(Scene scene, Mapping mapX, Mapping mapY, double x, double end) {
        scene.line(left, bottom, right, bottom, FigureLayout.INK, AXIS_WIDTH);
        scene.line(left, top, left, bottom, FigureLayout.INK, AXIS_WIDTH);
        xAxis(scene, mapX, end);
        yAxis(scene, mapY, x);
        if (!panel.marks(Mark.Heat.class).isEmpty()) {
            ColourBar.draw(scene, panel.marks(Mark.Heat.class).get(0), right + font, top, bottom, font);
        }
    }

    private void grid(Scene scene, Mapping mapX, Mapping mapY) {
        if (!panel.x().isCategories()) {
            Ticks ticks = xTicks(mapX, right - left);
            for (int i = 0; i < ticks.values().length; i++) {
                double at = mapX.at(ticks.values()[i]);
                scene.line(at, top, at, bottom, GRID, ticks.texts().get(i).isEmpty() ? 0.25 : 0.5);
            }
        }
        if (!panel.y().isCategories()) {
            Ticks ticks = yTicks(mapY, bottom - top);
            for (int i = 0; i < ticks.values().length; i++) {
                double at = mapY.at(ticks.values()[i]);
                scene.line(left, at, right, at, GRID, ticks.texts().get(i).isEmpty() ? 0.25 : 0.5);
            }
        }
    }

    private void xAxis(Scene scene, Mapping map, double end) {
        Ticks ticks = xTicks(map, right - left);
        boolean slanted = isSlanted(right - left);
        List<String> texts = slanted ? shortened(ticks.texts()) : ticks.texts();
        double slant = slant(right - left);
        double tick = font * 0.3;
        for (int i = 0; i < ticks.values().length; i++) {
            String text = texts.get(i);
            double at = map.at(ticks.values()[i]);
            if (!text.isEmpty()) {
                scene.line(at, bottom, at, bottom + tick, FigureLayout.INK, AXIS_WIDTH);
            }
            if (slanted) {
                scene.add(new Scene.Text(
                        at + font * 0.3,
                        bottom + font * 1.05,
                        text,
                        font,
                        false,
                        Scene.Anchor.END,
                        slant,
                        FigureLayout.INK));
            } else {
                scene.text(at, bottom + font * 1.2, text, font, Scene.Anchor.MIDDLE, FigureLayout.INK);
            }
        }
        if (!panel.x().label().isEmpty()) {
            double middle = (left + right) / 2;
            scene.text(middle, end - font * 0.35, panel.x().label(), font, Scene.Anchor.MIDDLE, FigureLayout.INK);
        }
    }

    private void yAxis(Scene scene, Mapping map, double begin) {
        Ticks ticks = yTicks(map, bottom - top);
        double room = left - begin - font * (panel.y().label().isEmpty() ? 0.5 : 1.8);
        List<String> texts = panel.y().isCategories()
                ? CategoryNames.fit(clean(ticks.texts()), font, room + 0.01)
                : clean(ticks.texts());
        double names = 0;
        for (int i = 0; i < ticks.values().length; i++) {
            double at = map.at(ticks.values()[i]);
            String text = texts.get(i);
            if (!text.isEmpty()) {
                scene.line(left - font * 0.25, at, left, at, FigureLayout.INK, AXIS_WIDTH);
            }
            scene.text(left - font * 0.45, at + font * 0.35, text, font, Scene.Anchor.END, FigureLayout.INK);
            names = Math.max(names, Typeface.REGULAR.width(text, font));
        }
        if (!panel.y().label().isEmpty()) {
            String label =
                    Typeface.REGULAR.fit(Typeface.REGULAR.clean(panel.y().label()), font, bottom - top + 2 * font);
            scene.add(new Scene.Text(
                    Math.max(begin + font, left - names - font * 0.9),
                    (top + bottom) / 2,
                    label,
                    font,
                    false,
                    Scene.Anchor.MIDDLE,
                    90,
                    FigureLayout.INK));
        }
    }

    private Ticks xTicks(Mapping map, double width) {
        Axis axis = panel.x();
        if (axis.isCategories()) {
            return Ticks.categories(axis.categories(), every(width));
        }
        int wanted = (int) Math.max(2, width / (font * 5));
        return axis.ticks(map.low(), map.high(), wanted);
    }

    private Ticks yTicks(Mapping map, double height) {
        Axis axis = panel.y();
        if (axis.isCategories()) {
            double pitch = height / Math.max(1, axis.categories().size());
            return Ticks.categories(axis.categories(), (int) Math.max(1, Math.ceil(font * 0.95 / pitch)));
        }
        int wanted = (int) Math.max(2, height / (font * 2.6));
        return axis.ticks(map.low(), map.high(), wanted);
    }

    private double topMargin() {
        return panel.title().isEmpty() ? font * 0.6 : font * 1.6;
    }

    private double rightMargin() {
        if (panel.isBare()) {
            return font * 0.5;
        }
        List<Mark.Heat> heats = panel.marks(Mark.Heat.class);
        return heats.isEmpty() ? font * 1.3 : ColourBar.room(heats.get(0), font);
    }

    private double bottomMargin(double plotWidth) {
        if (panel.isBare()) {
            return font * 0.5;
        }
        double label = panel.x().label().isEmpty() ? font * 0.4 : font * 1.6;
        double ticks = isSlanted(plotWidth)
                ? font * 0.9
                        + longest(panel.x().categories(), true) * Math.sin(Math.toRadians(slant(plotWidth)))
                        + font * 0.5
                : font * 1.4;
        return label + ticks;
    }

    private double leftMargin(double width, double plotHeight) {
        if (panel.isBare()) {
            return font * 0.5;
        }
        double label = panel.y().label().isEmpty() ? 0 : font * 1.45;
        List<String> texts = panel.y().isCategories()
                ? panel.y().categories()
                : yTicks(Mapping.y(panel, 0, 1), plotHeight).texts();
        double names = Math.min(width * WIDEST_NAMES, longest(texts, false));
        double margin = label + names + font * 0.7;
        double plotWidth = width - margin - rightMargin();
        if (isSlanted(plotWidth)) {
            double slot = (width - margin) / Math.max(1, panel.x().categories().size());
            double angle = Math.toRadians(slant(plotWidth));
            double reach = longest(panel.x().categories(), true) * Math.cos(angle) - slot / 2;
            margin = Math.max(margin, Math.min(width * WIDEST_NAMES, reach));
        }
        return margin;
    }

    /** Labels that do not fit side by side are slanted, unless they are short enough to skip some. */
    private boolean isSlanted(double width) {
        List<String> names = panel.x().categories();
        return names.stream().anyMatch(n -> n.length() > 4)
                && longest(names, false) + font * 0.6 > width / names.size();
    }

    /** The angle of slanted names, steeper where they stand so close that their lines would overlap; in degrees. */
    private double slant(double width) {
        double pitch = width / Math.max(1, panel.x().categories().size()) * every(width);
        return Math.max(SLANT, Math.toDegrees(Math.asin(Math.min(1, font * LINE / pitch))));
    }

    private int every(double width) {
        List<String> names = panel.x().categories();
        double needs = isSlanted(width) ? font * 1.1 : longest(names, false) + font * 0.5;
        return (int) Math.max(1, Math.ceil(needs * names.size() / width));
    }

    private List<String> shortened(List<String> names) {
        return CategoryNames.fit(clean(names), font, font * LONGEST_NAME);
    }

    private static List<String> clean(List<String> texts) {
        return texts.stream().map(Typeface.REGULAR::clean).toList();
    }

    private double longest(List<String> texts, boolean cut) {
        double longest = 0;
        for (String text : cut ? shortened(texts) : clean(texts)) {
            longest = Math.max(longest, Typeface.REGULAR.width(text, font));
        }
        return longest;
    }
}
