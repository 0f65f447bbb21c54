// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Rates and times as ns-3 writes them: {@code 400Gbps}, {@code 50Mb/s}, {@code 0.0005ms}. */
public final class Ns3Units {
    private Ns3Units() {}

    /** Reads a rate such as {@code 100Gbps}, in bits per second. */
    public static long bitsPerSecond(String text) {
        long rate = bitsPerSecondOrNone(text);
        if (rate == 0) {
            throw new IllegalArgumentException("rate must be positive: '" + text + "'");
        }
        return rate;
    }

    /** A rate, or 0. */
    static long bitsPerSecondOrNone(String text) {
        int end = numberEnd(text);
        double value = number(text, end);
        String unit = text.substring(end);
        long bits = unit.contains("B") && !unit.contains("b") ? 8 : 1;
        String prefix = unit.replace("/s", "").replace("ps", "");
        prefix = prefix.endsWith("b") || prefix.endsWith("B") ? prefix.substring(0, prefix.length() - 1) : prefix;
        double scale =
                switch (prefix) {
                    case "" -> 1;
                    case "k", "K" -> 1e3;
                    case "M" -> 1e6;
                    case "G" -> 1e9;
                    case "T" -> 1e12;
                    case "Ki" -> 1024;
                    case "Mi" -> 1024.0 * 1024;
                    case "Gi" -> 1024.0 * 1024 * 1024;
                    default -> throw new IllegalArgumentException("unknown rate unit '" + unit + "'");
                };
        double rate = value * scale * bits;
        if (value < 0) {
            throw new IllegalArgumentException("rate must be positive: '" + text + "'");
        }
        if (rate >= Long.MAX_VALUE) {
            throw new IllegalArgumentException("rate is beyond 9.2e18 bit/s: '" + text + "'");
        }
        return (long) rate;
    }

    /** Reads a time such as {@code 0.0005ms}, in whole nanoseconds. */
    public static long nanos(String text) {
        int end = numberEnd(text);
        number(text, end);
        BigDecimal scale =
                switch (text.substring(end)) {
                    case "d" -> BigDecimal.valueOf(86_400_000_000_000L);
                    case "h" -> BigDecimal.valueOf(3_600_000_000_000L);
                    case "min" -> BigDecimal.valueOf(60_000_000_000L);
                    case "", "s" -> BigDecimal.valueOf(1_000_000_000);
                    case "ms" -> BigDecimal.valueOf(1_000_000);
                    case "us" -> BigDecimal.valueOf(1_000);
                    case "ns" -> BigDecimal.ONE;
                    case "ps" -> new BigDecimal("0.001");
                    case "fs" -> new BigDecimal("0.000001");
                    default -> throw new IllegalArgumentException("unknown time unit in '" + text + "'");
                };
        BigDecimal nanos =
                new BigDecimal(text.substring(0, end)).multiply(scale).setScale(0, RoundingMode.HALF_UP);
        if (nanos.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("time is beyond 292 years: '" + text + "'");
        }
        return nanos.longValue();
    }

    private static int numberEnd(String text) {
        int end = 0;
        while (end < text.length() && "+-.0123456789".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    private static double number(String text, int end) {
        try {
            return Double.parseDouble(text.substring(0, end));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' does not begin with a number", e);
        }
    }
}
