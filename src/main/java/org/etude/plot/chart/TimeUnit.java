// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import java.util.Locale;

/** The unit in which a time axis has readable numbers. */
enum TimeUnit {
    NS("ns", 1e-3),
    US("µs", 1),
    MS("ms", 1e3),
    S("s", 1e6);

    private final String text;
    private final double us;

    TimeUnit(String text, double us) {
        this.text = text;
        this.us = us;
    }

    /** The largest unit such that a time, in us, is at least two of it. */
    static TimeUnit of(double micros) {
        TimeUnit best = NS;
        for (TimeUnit unit : values()) {
            best = micros >= 2 * unit.us ? unit : best;
        }
        return best;
    }

    String text() {
        return text;
    }

    /** How the names of columns end that hold times in this unit. */
    String suffix() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Converts a time in us to this unit. */
    double from(double micros) {
        return micros / us;
    }

    double[] from(double[] micros) {
        double[] values = new double[micros.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = from(micros[i]);
        }
        return values;
    }
}
