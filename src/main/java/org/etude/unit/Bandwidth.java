// SPDX-License-Identifier: Apache-2.0
package org.etude.unit;

/**
 * A data rate. Network people count bits and powers of ten (Gbps), memory people bytes (GB/s), ASTRA-sim's network
 * files bytes and powers of two (GiB/s, written GB/s there): each has its own factory, which leaves no ambiguity.
 *
 * @param bytesPerSecond the rate in bytes per second, positive
 */
public record Bandwidth(double bytesPerSecond) implements Comparable<Bandwidth> {
    private static final double GIB = 1L << 30;

    /** Refuses a rate that is not a positive number. */
    public Bandwidth {
        if (!(bytesPerSecond > 0) || Double.isInfinite(bytesPerSecond)) {
            throw new IllegalArgumentException("bandwidth must be positive: " + bytesPerSecond + " bytes/s");
        }
    }

    /** A rate of {@code value} gigabits (1e9 bits) per second. */
    public static Bandwidth gbps(double value) {
        return new Bandwidth(value * 1e9 / 8);
    }

    /** A rate of {@code value} gigabytes (1e9 bytes) per second. */
    public static Bandwidth gigabytesPerSecond(double value) {
        return new Bandwidth(value * 1e9);
    }

    /**
     * A rate of {@code value} gibibytes (2^30 bytes) per second, which is what ASTRA-sim's network files mean by GB/s.
     */
    public static Bandwidth gibibytesPerSecond(double value) {
        return new Bandwidth(value * GIB);
    }

    /** Parses {@code 25Gbps}, {@code 400Mbps}, {@code 50GB/s}, {@code 3.35TB/s}, {@code 50GiB/s}; the unit is mandatory. */
    public static Bandwidth parse(String text) {
        UnitText parsed = UnitText.withUnit(text, "bandwidth", "25Gbps, 50GB/s or 50GiB/s");
        if (!(parsed.value() > 0)) {
            throw new IllegalArgumentException("bandwidth must be positive: " + text);
        }
        return switch (parsed.unit()) {
            case "Gbps", "gbps", "Gb/s" -> gbps(parsed.value());
            case "Tbps", "Tb/s" -> gbps(parsed.value() * 1e3);
            case "Mbps", "Mb/s" -> gbps(parsed.value() / 1e3);
            case "GB/s", "GBps" -> gigabytesPerSecond(parsed.value());
            case "GiB/s" -> gibibytesPerSecond(parsed.value());
            case "TB/s", "TBps" -> gigabytesPerSecond(parsed.value() * 1e3);
            case "MB/s" -> gigabytesPerSecond(parsed.value() / 1e3);
            default -> throw parsed.unknown();
        };
    }

    /** The rate in gigabits (1e9) per second. */
    public double toGbps() {
        return bytesPerSecond * 8 / 1e9;
    }

    /** The rate in gibibytes (2^30) per second. */
    public double toGibibytesPerSecond() {
        return bytesPerSecond / GIB;
    }

    @Override
    public int compareTo(Bandwidth other) {
        return Double.compare(bytesPerSecond, other.bytesPerSecond);
    }

    @Override
    public String toString() {
        return UnitText.number(toGbps()) + " Gbps";
    }
}
