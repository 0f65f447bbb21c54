// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

/** Formats strings like Python's json module. */
final class PythonJson {
    private PythonJson() {}

    /** A quoted string with everything beyond ASCII escaped. */
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
}
