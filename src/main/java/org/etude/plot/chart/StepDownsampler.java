// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;

/**
 * Downsamples a step line to the visible resolution, keeping every peak.
 *
 * @param x where steps start, ascending
 * @param y their values
 */
record StepDownsampler(double[] x, double[] y) {
    private static final int MOST = 1_500;

    /** The maximum within each of {@value #MOST} equal parts of x. */
    static StepDownsampler of(double[] x, double[] y) {
        if (x.length <= MOST) {
            return new StepDownsampler(x, y);
        }
        double width = (x[x.length - 1] - x[0]) / MOST;
        DoubleArrayList xs = new DoubleArrayList();
        DoubleArrayList ys = new DoubleArrayList();
        double before = 0;
        int i = 0;
        for (int part = 0; part < MOST && i < x.length; part++) {
            double begin = x[0] + part * width;
            double end = part == MOST - 1 ? Double.POSITIVE_INFINITY : begin + width;
            // The value at the start of a part also counts for it.
            double top = x[i] > begin ? before : 0;
            for (; i < x.length && x[i] < end; i++) {
                top = Math.max(top, y[i]);
                before = y[i];
            }
            xs.add(begin);
            ys.add(top);
        }
        xs.add(x[x.length - 1]);
        ys.add(y[y.length - 1]);
        return new StepDownsampler(xs.toDoubleArray(), ys.toDoubleArray());
    }
}
