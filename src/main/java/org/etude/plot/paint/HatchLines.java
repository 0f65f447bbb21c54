// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import org.etude.plot.model.Hatch;

/** The lines of a hatch over the bounding box of some boxes; painters clip them to the boxes. */
final class HatchLines {
    private HatchLines() {}

    /** The ends of the lines as x0, y0, x1, y1; aligned to a grid of the whole scene, so that neighbours match. */
    static double[] of(Scene.Hatching hatching) {
        DoubleArrayList lines = new DoubleArrayList();
        double[] b = hatching.xywh();
        for (int i = 0; i < b.length; i += 4) {
            box(hatching.hatch(), hatching.distance(), b[i], b[i + 1], b[i] + b[i + 2], b[i + 1] + b[i + 3], lines);
        }
        return lines.toDoubleArray();
    }

    private static void box(Hatch hatch, double d, double x0, double y0, double x1, double y1, DoubleArrayList to) {
        switch (hatch) {
            case LEVEL -> {
                for (double y = Math.ceil(y0 / d) * d; y < y1; y += d) {
                    add(to, x0, y, x1, y);
                }
            }
            case UPRIGHT -> {
                for (double x = Math.ceil(x0 / d) * d; x < x1; x += d) {
                    add(to, x, y0, x, y1);
                }
            }
            case RISING, FALLING, CROSS -> {
                if (hatch != Hatch.FALLING) {
                    slanted(d, x0, y0, x1, y1, 1, to);
                }
                if (hatch != Hatch.RISING) {
                    slanted(d, x0, y0, x1, y1, -1, to);
                }
            }
            default -> {
                // Boxes without a hatch.
            }
        }
    }

    /** Lines x + sign y = constant, a multiple of the distance along x. */
    private static void slanted(double d, double x0, double y0, double x1, double y1, int sign, DoubleArrayList to) {
        double step = d * Math.sqrt(2);
        double least = sign > 0 ? x0 + y0 : x0 - y1;
        double most = sign > 0 ? x1 + y1 : x1 - y0;
        for (double c = Math.ceil(least / step) * step; c < most; c += step) {
            add(to, c - sign * y0, y0, c - sign * y1, y1);
        }
    }

    private static void add(DoubleArrayList to, double x0, double y0, double x1, double y1) {
        to.add(x0);
        to.add(y0);
        to.add(x1);
        to.add(y1);
    }
}
