// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats floating-point numbers like Python, identically on every JDK. */
public final class PythonNumbers {
    private PythonNumbers() {}

    /** Python's repr: the shortest decimal that reads back as the same double; nan, inf, -inf. */
    public static String repr(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        for (int digits = 1; ; digits++) {
            BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (digits == 17 || rounded.doubleValue() == value) {
                return layOut(value, rounded);
            }
        }
    }

    /** A number in protobuf's JSON mapping: the shortest decimal, or a string if not finite. */
    static String json(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
        }
        return repr(value);
    }

    /** The shortest decimal that reads back as the same float. */
    static String json(float value) {
        if (!Float.isFinite(value)) {
            return json((double) value);
        }
        for (int digits = 1; ; digits++) {
            BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (digits == 9 || rounded.floatValue() == value) {
                return layOut(value, rounded);
            }
        }
    }

    /** Python's repr: plain between 1e-4 and 1e16, else one digit before the point and an exponent of two digits or more. */
    private static String layOut(double value, BigDecimal shortest) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal plain = shortest.stripTrailingZeros();
        int exponent = plain.precision() - plain.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            return plain.scale() <= 0 ? plain.toPlainString() + ".0" : plain.toPlainString();
        }
        String digits = plain.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String size = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : Integer.toString(Math.abs(exponent));
        return (value < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+") + size;
    }
}
