// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lists of quantities: {@code 25,25,65Gbps}; a bare number takes the unit of the last one. */
final class UnitLists {
    private UnitLists() {}

    /** One bandwidth per dimension. */
    record Bandwidths(List<Bandwidth> values) {
        /**
         * Picocli calls it in any case, and a record's generated method is linked by method handles, which takes 10 ms
         * on the first call.
         */
        @Override
        public String toString() {
            return values.toString();
        }
    }

    /** One latency per dimension. */
    record Latencies(List<Time> values) {
        @Override
        public String toString() {
            return values.toString();
        }
    }

    /** Parses {@link Bandwidths}. */
    static final class BandwidthConverter implements ITypeConverter<Bandwidths> {
        @Override
        public Bandwidths convert(String text) {
            return new Bandwidths(parse(text, "25Gbps, or 25GB/s for bytes", Bandwidth::parse));
        }
    }

    /** Parses {@link Latencies}. */
    static final class LatencyConverter implements ITypeConverter<Latencies> {
        @Override
        public Latencies convert(String text) {
            return new Latencies(parse(text, "5us or 500ns", Time::parse));
        }
    }

    private static <T> List<T> parse(String text, String example, Function<String, T> one) {
        String[] items = text.split(",", -1);
        String last = items[items.length - 1].strip();
        String unit = last.replaceFirst("^[-+0-9.]+([eE][-+]?[0-9]+)?", "");
        if (unit.isEmpty() && !last.isEmpty()) {
            throw new TypeConversionException("'" + text + "' has no unit. Write it as " + example + ".");
        }
        List<T> values = new ArrayList<>();
        for (String item : items) {
            String bare = item.strip();
            boolean hasUnit = bare.isEmpty() || !Character.isDigit(bare.charAt(bare.length() - 1));
            try {
                values.add(one.apply(hasUnit ? bare : bare + unit));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
        return values;
    }
}
