// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;

/**
 * A line of steps thinned to what one can see, each peak kept.
 *
 * @param x where steps begin, ascending
 * @param y how high they are
 */
record StepDownsampler(double[] x, double[] y) {
    private static final int MOST = 1_500;

    /** The highest step within each of {@value #MOST} equal parts of x. */
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
            // What holds at the beginning of a part counts for it too.
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
