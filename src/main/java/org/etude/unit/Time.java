// SPDX-License-Identifier: Apache-2.0
package org.etude.unit;

/**
 * A span of time, held in picoseconds so that both trace times (ns) and packet times (ps) are exact. Never negative.
 *
 * @param picoseconds the span in ps
 */
public record Time(long picoseconds) implements Comparable<Time> {
    private static final long PS_PER_NS = 1_000L;

    /** Refuses a negative span. */
    public Time {
        if (picoseconds < 0) {
            throw new IllegalArgumentException("time cannot be negative: " + picoseconds + " ps");
        }
    }

    /** A span of {@code value} nanoseconds, fractions of a picosecond rounded. */
    public static Time ns(double value) {
        return of(value, PS_PER_NS, "ns");
    }

    /** A span of {@code value} microseconds. */
    public static Time us(double value) {
        return of(value, PS_PER_NS * 1_000, "us");
    }

    /** A span of {@code value} milliseconds. */
    public static Time ms(double value) {
        return of(value, PS_PER_NS * 1_000_000, "ms");
    }

    /** A span of {@code value} seconds. */
    public static Time seconds(double value) {
        return of(value, PS_PER_NS * 1_000_000_000, "s");
    }

    private static Time of(double value, long scale, String unit) {
        if (!(value >= 0) || value * scale > Long.MAX_VALUE) {
            throw new IllegalArgumentException("not a time: " + value + " " + unit);
        }
        return new Time(Math.round(value * scale));
    }

    /** Parses {@code 14us}, {@code 500ns}, {@code 1.5ms}, {@code 2s}, {@code 250ps}; the unit is mandatory. */
    public static Time parse(String text) {
        UnitText parsed = UnitText.withUnit(text, "time", "14us, 500ns or 1.5ms");
        return switch (parsed.unit()) {
            case "ps" -> of(parsed.value(), 1, "ps");
            case "ns" -> ns(parsed.value());
            case "us", "µs" -> us(parsed.value());
            case "ms" -> ms(parsed.value());
            case "s" -> seconds(parsed.value());
            default -> throw parsed.unknown();
        };
    }

    /** The span in nanoseconds, with its fraction. */
    public double toNanos() {
        return picoseconds / (double) PS_PER_NS;
    }

    /** The span in microseconds, with its fraction. */
    public double toMicros() {
        return picoseconds / (PS_PER_NS * 1e3);
    }

    /** The span in milliseconds, with its fraction. */
    public double toMillis() {
        return picoseconds / (PS_PER_NS * 1e6);
    }

    @Override
    public int compareTo(Time other) {
        return Long.compare(picoseconds, other.picoseconds);
    }

    @Override
    public String toString() {
        double nanos = toNanos();
        if (nanos < 1e3) {
            return UnitText.number(nanos) + " ns";
        }
        if (nanos < 1e6) {
            return UnitText.number(nanos / 1e3) + " us";
        }
        return nanos < 1e9 ? UnitText.number(nanos / 1e6) + " ms" : UnitText.number(nanos / 1e9) + " s";
    }
}
