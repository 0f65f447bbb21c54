// SPDX-License-Identifier: Apache-2.0
package org.etude.unit;

/** Short factories for static import in notebooks: {@code gbps(25)}, {@code us(14)}, {@code bytes(1000)}. */
public final class Units {
    private Units() {}

    /** A time in nanoseconds. */
    public static Time ns(double value) {
        return Time.ns(value);
    }

    /** A time in microseconds. */
    public static Time us(double value) {
        return Time.us(value);
    }

    /** A time in milliseconds. */
    public static Time ms(double value) {
        return Time.ms(value);
    }

    /** A time in seconds. */
    public static Time seconds(double value) {
        return Time.seconds(value);
    }

    /** A bandwidth in gigabits (1e9 bits) per second. */
    public static Bandwidth gbps(double value) {
        return Bandwidth.gbps(value);
    }

    /** A bandwidth in gigabytes (1e9 bytes) per second. */
    public static Bandwidth gigabytesPerSecond(double value) {
        return Bandwidth.gigabytesPerSecond(value);
    }

    /** A bandwidth in gibibytes (2^30 bytes) per second. */
    public static Bandwidth gibibytesPerSecond(double value) {
        return Bandwidth.gibibytesPerSecond(value);
    }

    /** A size in bytes. */
    public static Bytes bytes(long value) {
        return new Bytes(value);
    }

    /** A size in kibibytes (2^10 bytes). */
    public static Bytes kib(long value) {
        return new Bytes(Math.multiplyExact(value, 1L << 10));
    }

    /** A size in mebibytes (2^20 bytes). */
    public static Bytes mib(long value) {
        return new Bytes(Math.multiplyExact(value, 1L << 20));
    }

    /** A size in gibibytes (2^30 bytes). */
    public static Bytes gib(long value) {
        return new Bytes(Math.multiplyExact(value, 1L << 30));
    }
}
