// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

/** Recognises numbers written with the digits 0 to 9 and nothing else: no sign, blank or letter of another script. */
public final class Digits {
    /** Digits that every int, and every long, can hold. */
    private static final int OF_INT = 9;

    private static final int OF_LONG = 18;

    private Digits() {}

    /** The number that a text of 1 to 9 digits is; -1 for any other text. */
    public static int toInt(String text) {
        return (int) number(text, OF_INT);
    }

    /** The number that a text of 1 to 18 digits is; -1 for any other text. */
    public static long toLong(String text) {
        return number(text, OF_LONG);
    }

    private static long number(String text, int most) {
        if (text.isEmpty() || text.length() > most) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            number = number * 10 + digit - '0';
        }
        return number;
    }
}
