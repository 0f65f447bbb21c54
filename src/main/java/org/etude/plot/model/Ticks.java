// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The marks of an axis and their labels.
 *
 * @param values positions, ascending
 * @param texts the label of each; empty for a mark without a label
 */
public record Ticks(double[] values, List<String> texts) {
    private static final double[] STEPS = {1, 2, 5, 10};
    private static final double SLACK = 1e-9;
    private static final double NEARLY = 0.75;
    private static final int TEXTS_A_DECADE = 3;
    private static final double LARGEST_WRITTEN_OUT = 1e6;
    private static final double SMALLEST_WRITTEN_OUT = 1e-3;

    /** Marks at multiples of 1, 2 or 5 times a power of ten, about {@code wanted} of them. */
    public static Ticks linear(double low, double high, int wanted) {
        double step = step(high - low, wanted);
        int places = Math.max(0, -(int) Math.floor(Math.log10(step) + SLACK));
        long first = (long) Math.ceil(low / step - SLACK);
        long last = (long) Math.floor(high / step + SLACK);
        int count = (int) Math.max(0, last - first + 1);
        double[] values = new double[count];
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // A large multiple of a small step may round beyond the axis.
            values[i] = Math.max(low, Math.min(high, (first + i) * step));
            texts.add(Decimal.text(values[i], places));
        }
        return new Ticks(values, texts);
    }

    /** The step of {@link #linear}. */
    static double step(double span, int wanted) {
        double raw = span / Math.max(1, wanted);
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        for (double step : STEPS) {
            if (step * power >= raw * NEARLY) {
                return step * power;
            }
        }
        return 10 * power;
    }

    /** Marks at powers of ten and, if there is space, at 2 and 5 times these; about {@code wanted} labels. */
    static Ticks log(double low, double high, int wanted) {
        int first = (int) Math.floor(Math.log10(low) + SLACK);
        int last = (int) Math.floor(Math.log10(high) + SLACK);
        boolean between = Math.log10(high / low) * TEXTS_A_DECADE <= wanted;
        int every = (int) Math.max(1, Math.ceil(Math.log10(high / low) / Math.max(1, wanted)));
        List<Double> values = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (int decade = first; decade <= last; decade++) {
            for (int digit = 1; digit < 10; digit++) {
                double value = digit * Math.pow(10, decade);
                if (value >= low * (1 - SLACK) && value <= high * (1 + SLACK)) {
                    values.add(value);
                    boolean said =
                            digit == 1 ? Math.floorMod(decade, every) == 0 : between && (digit == 2 || digit == 5);
                    texts.add(said ? power(value, digit, decade) : "");
                }
            }
        }
        return new Ticks(values.stream().mapToDouble(Double::doubleValue).toArray(), texts);
    }

    /** Marks at powers of two; about {@code wanted} labels, written as powers where they are long. */
    static Ticks doublings(double low, double high, int wanted) {
        int first = (int) Math.ceil(log2(low) - SLACK);
        int last = (int) Math.floor(log2(high) + SLACK);
        int every = Math.max(1, (int) Math.ceil((last - first + 1.0) / Math.max(1, wanted)));
        double[] values = new double[Math.max(0, last - first + 1)];
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            int exponent = first + i;
            values[i] = Math.scalb(1.0, exponent);
            boolean writtenOut = exponent >= 0 && values[i] < LARGEST_WRITTEN_OUT;
            String text = writtenOut ? Decimal.text(values[i], 0) : "2^" + exponent;
            texts.add(Math.floorMod(exponent, every) == 0 ? text : "");
        }
        return new Ticks(values, texts);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    private static String power(double value, int digit, int decade) {
        if (value >= LARGEST_WRITTEN_OUT || value < SMALLEST_WRITTEN_OUT) {
            return digit + "e" + decade;
        }
        return Decimal.text(value, Math.max(0, -decade));
    }

    /** A mark at each position of a categorical axis; every {@code every}-th is labelled. */
    public static Ticks categories(List<String> names, int every) {
        double[] values = new double[names.size()];
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
            texts.add(i % every == 0 ? names.get(i) : "");
        }
        return new Ticks(values, texts);
    }
}
