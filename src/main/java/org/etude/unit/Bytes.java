// SPDX-License-Identifier: Apache-2.0
package org.etude.unit;

/**
 * An amount of data in bytes, never negative.
 *
 * @param value the number of bytes
 */
public record Bytes(long value) implements Comparable<Bytes> {

    /** Refuses a negative amount. */
    public Bytes {
        if (value < 0) {
            throw new IllegalArgumentException("size cannot be negative: " + value + " bytes");
        }
    }

    /** Parses {@code 1024}, {@code 64KiB}, {@code 100MB}, {@code 1GiB}; K, M and G alone are powers of two. */
    public static Bytes parse(String text) {
        UnitText parsed = UnitText.split(text, "size", "1024, 64KiB or 100MB");
        double scale =
                switch (parsed.unit()) {
                    case "", "B" -> 1;
                    case "KB", "kB" -> 1e3;
                    case "MB" -> 1e6;
                    case "GB" -> 1e9;
                    case "KiB", "K" -> 1L << 10;
                    case "MiB", "M" -> 1L << 20;
                    case "GiB", "G" -> 1L << 30;
                    default -> throw parsed.unknown();
                };
        double value = parsed.value() * scale;
        if (value >= Long.MAX_VALUE) {
            throw new IllegalArgumentException("not a size: '" + text + "'. Write less than 8589934592 GiB.");
        }
        return new Bytes(Math.round(value));
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        if (value < 1 << 10) {
            return value + " B";
        }
        if (value < 1 << 20) {
            return UnitText.number(value / (double) (1 << 10)) + " KiB";
        }
        return value < 1 << 30
                ? UnitText.number(value / (double) (1 << 20)) + " MiB"
                : UnitText.number(value / (double) (1 << 30)) + " GiB";
    }
}
