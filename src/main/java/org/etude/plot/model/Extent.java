// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

/** The range of the finite values added; on a logarithmic axis, of those above zero. */
public final class Extent {
    private final boolean log;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    public Extent(boolean log) {
        this.log = log;
    }

    /** Extends the range to include a value; ignores one that is not finite or, on a logarithmic axis, not positive. */
    public void add(double value) {
        if (Double.isFinite(value) && (!log || value > 0)) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    }

    /** Extends the range to include all these values. */
    public void addAll(double[] values) {
        for (double value : values) {
            add(value);
        }
    }

    public boolean isEmpty() {
        return low > high;
    }

    /**
     * Whether a logarithmic axis can show these values and makes them easier to tell apart: all of them are above zero, and
     * the largest is at least {@code ratio} times the smallest. Values that are not finite do not count.
     */
    public boolean isWide(double ratio) {
        return !isEmpty() && low > 0 && high >= ratio * low;
    }

    public double low() {
        return low;
    }

    public double high() {
        return high;
    }

    @Override
    public String toString() {
        return isEmpty() ? "nothing" : low + " to " + high;
    }
}
