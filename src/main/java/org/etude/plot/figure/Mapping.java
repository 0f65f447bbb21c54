// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import org.etude.plot.model.Axis;
import org.etude.plot.model.Extent;
import org.etude.plot.model.Panel;

/** Maps values of an axis to positions on the drawing. */
final class Mapping {
    private static final double PAD = 0.04;
    private static final double NEAR_ZERO = 0.45;
    private static final double LOG_PAD = 1.12;

    private final Axis axis;
    private final double low;
    private final double high;
    private final double begin;
    private final double end;

    private Mapping(Axis axis, double low, double high, double begin, double end) {
        this.axis = axis;
        this.low = low;
        this.high = high;
        this.begin = begin;
        this.end = end;
    }

    /** The x axis of a panel between two positions. */
    static Mapping x(Panel panel, double left, double right) {
        double[] range = range(panel, true);
        return new Mapping(panel.x(), range[0], range[1], left, right);
    }

    /** The y axis of a panel; categories run downwards, values upwards. */
    static Mapping y(Panel panel, double top, double bottom) {
        double[] range = range(panel, false);
        return panel.y().isCategories()
                ? new Mapping(panel.y(), range[0], range[1], top, bottom)
                : new Mapping(panel.y(), range[0], range[1], bottom, top);
    }

    /** The values at the ends of an axis. */
    static double[] range(Panel panel, boolean ofX) {
        Axis axis = ofX ? panel.x() : panel.y();
        if (axis.isCategories()) {
            return new double[] {-0.5, Math.max(1, axis.categories().size()) - 0.5};
        }
        Extent x = new Extent(panel.x().isLog());
        Extent y = new Extent(panel.y().isLog());
        panel.marks().forEach(mark -> mark.extend(x, y));
        if (!ofX && panel.isStacked()) {
            StackedHeights.extend(panel, y);
        }
        double[] range = axis.isLog() ? logRange(ofX ? x : y) : linearRange(ofX ? x : y, panel, ofX);
        return new double[] {
            Double.isNaN(axis.low()) ? range[0] : axis.low(), Double.isNaN(axis.high()) ? range[1] : axis.high()
        };
    }

    private static double[] logRange(Extent extent) {
        return extent.isEmpty() ? new double[] {1, 10} : new double[] {extent.low() / LOG_PAD, extent.high() * LOG_PAD};
    }

    private static double[] linearRange(Extent extent, Panel panel, boolean ofX) {
        if (extent.isEmpty()) {
            return new double[] {0, 1};
        }
        double low = extent.low();
        double high = extent.high();
        if (low == high) {
            double half = low == 0 ? 1 : Math.abs(low) / 2;
            return low > 0 && !ofX ? new double[] {0, low + half} : new double[] {low - half, high + half};
        }
        if (ofX && panel.y().isCategories()) {
            return new double[] {low, high};
        }
        double pad = (high - low) * PAD;
        if (panel.isBare()) {
            return new double[] {low - pad, high + pad};
        }
        boolean fromZero = low >= 0 && low < NEAR_ZERO * high;
        boolean toZero = high <= 0;
        return new double[] {fromZero ? 0 : low - pad, toZero ? 0 : high + pad};
    }

    double low() {
        return low;
    }

    double high() {
        return high;
    }

    /** The position of a value; NaN for a value that a logarithmic axis cannot show. */
    double at(double value) {
        double share = axis.isLog()
                ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
                : (value - low) / (high - low);
        double place = begin + share * (end - begin);
        return axis.isLog() && value <= 0 ? Double.NaN : place;
    }

    /** The distance between two categories. */
    double pitch() {
        return Math.abs(end - begin) / (high - low);
    }
}
