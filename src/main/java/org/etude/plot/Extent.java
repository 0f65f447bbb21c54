package org.etude.plot;

/** The range of finite values seen; on a logarithmic axis of those above zero. */
final class Extent {
    private final boolean log;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    Extent(boolean log) {
        this.log = log;
    }

    void add(double value) {
        if (Double.isFinite(value) && (!log || value > 0)) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    }

    void addAll(double[] values) {
        for (double value : values) {
            add(value);
        }
    }

    boolean isEmpty() {
        return low > high;
    }

    double low() {
        return low;
    }

    double high() {
        return high;
    }
}
