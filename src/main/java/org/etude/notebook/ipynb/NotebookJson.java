// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** Writes JSON the way Jupyter stores notebooks, so that both save a notebook with the same lines. */
final class NotebookJson {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final int FEWEST_DIGITS = 15;
    private static final int MOST_DIGITS = 17;

    private final StringBuilder out = new StringBuilder();

    private NotebookJson() {}

    /** The text of a tree of maps, lists, strings, numbers, booleans and nulls; other values by their toString. */
    static String of(Object tree) {
        NotebookJson text = new NotebookJson();
        text.value(tree, 0);
        return text.out.toString();
    }

    private void value(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            object(map, depth);
        } else if (value instanceof Collection<?> list) {
            array(list, depth);
        } else if (value instanceof Double || value instanceof Float) {
            floating(((Number) value).doubleValue());
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            string(value.toString());
        }
    }

    private void object(Map<?, ?> map, int depth) {
        if (map.isEmpty()) {
            out.append("{}");
            return;
        }
        Map<String, Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        char mark = '{';
        for (Map.Entry<String, Object> entry : sorted.entrySet()) {
            out.append(mark);
            line(depth + 1);
            string(entry.getKey());
            out.append(": ");
            value(entry.getValue(), depth + 1);
            mark = ',';
        }
        line(depth);
        out.append('}');
    }

    private void array(Collection<?> list, int depth) {
        out.append('[');
        for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
            line(depth + 1);
            value(i.next(), depth + 1);
            if (i.hasNext()) {
                out.append(',');
            } else {
                line(depth);
            }
        }
        out.append(']');
    }

    private void line(int depth) {
        out.append('\n').append(" ".repeat(depth));
    }

    /** The shortest digits that represent the number; before JDK 19, Double.toString may return more. */
    private void floating(double number) {
        if (!Double.isFinite(number)) {
            out.append("null"); // JSON cannot express it
            return;
        }
        for (int digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
            BigDecimal rounded = new BigDecimal(number, new MathContext(digits));
            if (rounded.doubleValue() == number || digits == MOST_DIGITS) {
                BigDecimal plain = rounded.stripTrailingZeros();
                out.append(
                        plain.scale() <= 0 && plain.precision() - plain.scale() <= MOST_DIGITS
                                ? plain.setScale(1).toPlainString()
                                : plain.toString());
                return;
            }
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int escape = "\"\\\n\r\t\b\f".indexOf(c);
            if (escape >= 0) {
                out.append('\\').append("\"\\nrtbf".charAt(escape));
            } else if (c < ' ' || loneSurrogate(text, i)) {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(HEX[c >> shift & 0xF]);
                }
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /** A lone surrogate cannot be encoded in UTF-8. */
    private static boolean loneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
