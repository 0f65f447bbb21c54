// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import org.etude.plot.model.Ink;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Ticks;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.Typeface;

/**
 * The colours of a heat map, from light to dark so that their order is visible in grey too, and the bar that explains
 * them.
 */
final class ColourBar {
    private static final int[] STOPS = {0xF1F5F9, 0xA9D2EC, 0x56A5D8, 0x0072B2, 0x00314F};
    private static final int STEPS = 64;
    private static final int MOST_TICKS = 12;

    private ColourBar() {}

    /** The colour of a value from 0 to 1. */
    static int colour(double share) {
        double at = Math.max(0, Math.min(1, share)) * (STOPS.length - 1);
        int stop = Math.min(STOPS.length - 2, (int) at);
        return Ink.blend(STOPS[stop], STOPS[stop + 1], at - stop);
    }

    /** The shares and colours between which Plotly interpolates. */
    static int[] stops() {
        return STOPS.clone();
    }

    /** The total width of bar, numbers and name. */
    static double room(Mark.Heat heat, double font) {
        double numbers = 0;
        for (String text : Ticks.linear(0, heat.top(), MOST_TICKS).texts()) {
            numbers = Math.max(numbers, Typeface.REGULAR.width(text, font));
        }
        return Math.max(font * 5.5, font * 3.3 + numbers);
    }

    static void draw(Scene scene, Mark.Heat heat, double left, double top, double bottom, double font) {
        double width = font * 0.8;
        double step = (bottom - top) / STEPS;
        for (int i = 0; i < STEPS; i++) {
            double share = 1 - (i + 0.5) / STEPS;
            // A slight overlap prevents white seams between the steps.
            scene.box(left, top + i * step, width, Math.min(step * 1.5, bottom - top - i * step), colour(share));
        }
        Ticks ticks = Ticks.linear(0, heat.top(), Math.min(MOST_TICKS, (int) Math.max(2, (bottom - top) / (font * 3))));
        for (int i = 0; i < ticks.values().length; i++) {
            double y = bottom - ticks.values()[i] / heat.top() * (bottom - top);
            scene.line(left + width, y, left + width + font * 0.2, y, FigureLayout.INK, 0.5);
            scene.text(
                    left + width + font * 0.3,
                    y + font * 0.35,
                    ticks.texts().get(i),
                    font,
                    Scene.Anchor.START,
                    FigureLayout.INK);
        }
        String label = Typeface.REGULAR.fit(Typeface.REGULAR.clean(heat.name()), font, bottom - top + 2 * font);
        scene.add(new Scene.Text(
                left + room(heat, font) - font * 1.4,
                (top + bottom) / 2,
                label,
                font,
                false,
                Scene.Anchor.MIDDLE,
                90,
                FigureLayout.INK));
    }
}
