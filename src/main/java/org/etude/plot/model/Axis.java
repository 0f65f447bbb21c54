// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.List;
import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * One axis of a panel. Categories of an x axis run left to right, those of a y axis top down.
 *
 * @param label the quantity, with its unit; may be empty
 * @param scale how values are laid out
 * @param categories names of the positions 0, 1, ...; empty unless the scale is {@link Scale#CATEGORIES}
 * @param low minimum shown, or NaN for the minimum of the data
 * @param high maximum shown, or NaN for the maximum of the data
 */
public record Axis(String label, @Internal Scale scale, List<String> categories, double low, double high) {
    /** How values are laid out. */
    @Internal
    public enum Scale {
        /** Equal steps. */
        LINEAR,
        /** Logarithmic; only values above zero are shown. */
        LOG,
        /** Logarithmic with marks at powers of two, for numbers of ranks and sizes of messages. */
        DOUBLINGS,
        /** One position per name. */
        CATEGORIES
    }

    /** Copies the list; rejects an empty range. */
    @Internal
    public Axis {
        Given.value(label, "the label of an axis");
        categories = List.copyOf(Given.values(categories, "the categories of an axis"));
        if (low >= high || isEvenRatios(scale) && low <= 0) {
            throw new PlotException(
                    "axis \"" + label + "\": the range " + low + " to " + high + " cannot be shown",
                    "Give a lower end below the upper end; on a logarithmic axis above zero.");
        }
    }

    /** A linear axis. */
    public static Axis linear(String label) {
        return new Axis(label, Scale.LINEAR, List.of(), Double.NaN, Double.NaN);
    }

    /** A logarithmic axis. */
    public static Axis log(String label) {
        return new Axis(label, Scale.LOG, List.of(), Double.NaN, Double.NaN);
    }

    /** A logarithmic axis with marks at powers of two. */
    public static Axis doublings(String label) {
        return new Axis(label, Scale.DOUBLINGS, List.of(), Double.NaN, Double.NaN);
    }

    /** An axis of names. */
    public static Axis categories(String label, List<String> names) {
        return new Axis(label, Scale.CATEGORIES, names, Double.NaN, Double.NaN);
    }

    /** This axis limited to values from {@code least} to {@code greatest}; NaN leaves an end open. */
    public Axis range(double least, double greatest) {
        return new Axis(label, scale, categories, least, greatest);
    }

    public boolean isCategories() {
        return scale == Scale.CATEGORIES;
    }

    public boolean isLog() {
        return isEvenRatios(scale);
    }

    /** The marks of a numeric axis; about {@code wanted} of them are labelled. */
    @Internal
    public Ticks ticks(double from, double to, int wanted) {
        return switch (scale) {
            case LOG -> Ticks.log(from, to, wanted);
            case DOUBLINGS -> Ticks.doublings(from, to, wanted);
            default -> Ticks.linear(from, to, wanted);
        };
    }

    private static boolean isEvenRatios(Scale scale) {
        return scale == Scale.LOG || scale == Scale.DOUBLINGS;
    }
}
