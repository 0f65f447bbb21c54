package org.etude.et.tools;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Strings and floats as Python's json module writes them, the same on every JDK. */
final class PythonJson {
    private PythonJson() {}

    /** A quoted string, everything beyond ASCII escaped. */
    static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < 0x20 || c > 0x7e) {
                        out.append("\\u").append(Character.forDigit(c >> 12, 16));
                        out.append(Character.forDigit(c >> 8 & 15, 16)).append(Character.forDigit(c >> 4 & 15, 16));
                        out.append(Character.forDigit(c & 15, 16));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }

    /** The shortest decimal that reads back as the same double; what is not finite is a string, as protobuf's JSON has it. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
        }
        for (int digits = 1; ; digits++) {
            BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (digits == 17 || rounded.doubleValue() == value) {
                return layOut(value, rounded);
            }
        }
    }

    /** The shortest decimal that reads back as the same float. */
    static String number(float value) {
        if (!Float.isFinite(value)) {
            return number((double) value);
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
