// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.List;
import org.etude.report.Inside;

/**
 * One axis of a panel. Categories of an x axis stand left to right, those of a y axis top down.
 *
 * @param label what is measured, with its unit; may be empty
 * @param scale how values are laid out
 * @param categories names of the positions 0, 1, ...; empty unless the scale is {@link Scale#CATEGORIES}
 * @param low least value shown, or NaN for the least there is
 * @param high greatest value shown, or NaN for the greatest there is
 */
public record Axis(String label, @Inside Scale scale, List<String> categories, double low, double high) {
    /** How values are laid out. */
    @Inside
    public enum Scale {
        /** Even steps. */
        LINEAR,
        /** Even ratios; only values above zero are shown. */
        LOG,
        /** Even ratios, marked at powers of two, as numbers of ranks and sizes of messages are. */
        DOUBLINGS,
        /** One place for each name. */
        CATEGORIES
    }

    /** Copies; refuses an empty range. */
    @Inside
    public Axis {
        categories = List.copyOf(categories);
        if (low >= high || isEvenRatios(scale) && low <= 0) {
            throw new PlotException(
                    "axis \"" + label + "\": the range " + low + " to " + high + " cannot be shown",
                    "Give a lower end below the upper end; on a logarithmic axis above zero.");
        }
    }

    /** An axis of even steps. */
    public static Axis linear(String label) {
        return new Axis(label, Scale.LINEAR, List.of(), Double.NaN, Double.NaN);
    }

    /** An axis of even ratios. */
    public static Axis log(String label) {
        return new Axis(label, Scale.LOG, List.of(), Double.NaN, Double.NaN);
    }

    /** An axis of even ratios with marks at powers of two. */
    public static Axis doublings(String label) {
        return new Axis(label, Scale.DOUBLINGS, List.of(), Double.NaN, Double.NaN);
    }

    /** An axis of names. */
    public static Axis categories(String label, List<String> names) {
        return new Axis(label, Scale.CATEGORIES, names, Double.NaN, Double.NaN);
    }

    /** The same, showing only values from {@code least} to {@code greatest}; NaN leaves an end open. */
    public Axis range(double least, double greatest) {
        return new Axis(label, scale, categories, least, greatest);
    }

    public boolean isCategories() {
        return scale == Scale.CATEGORIES;
    }

    public boolean isLog() {
        return isEvenRatios(scale);
    }

    /** Marks of an axis that is not one of names; about {@code wanted} of them have a text. */
    @Inside
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
