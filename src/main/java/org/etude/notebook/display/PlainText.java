// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.etude.notebook.error.CellNames;
import org.etude.notebook.error.ThrownText;

/** Converts values to plain text of bounded length; never fails. */
final class PlainText {
    /** The maximum length of a value's text. */
    static final int LONGEST = 100_000;

    private static final int LONGEST_CELL = 300;

    private PlainText() {}

    /** The value's own text, truncated with a note. */
    static String of(Object value) {
        return cut(own(value), LONGEST);
    }

    /** The value's text for a cell of a table. */
    static String brief(Object value) {
        return shortened(own(value));
    }

    /** A text shortened to fit a table cell. */
    static String shortened(String text) {
        return text.length() <= LONGEST_CELL ? text : text.substring(0, end(text, LONGEST_CELL)) + "\u2026";
    }

    /** The position at which a text is truncated, which never splits a surrogate pair. */
    private static int end(String text, int longest) {
        return Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    }

    /** Truncates a text with a note. */
    static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = end(text, longest);
        return text.substring(0, end)
                + System.lineSeparator()
                + String.format(
                        Locale.ROOT,
                        "... truncated: %,d of %,d characters are not shown",
                        text.length() - end,
                        text.length());
    }

    private static String own(Object value) {
        try {
            // A text of its own may be null, too.
            String text = value != null && value.getClass().isArray() ? array(value) : "" + value;
            return value instanceof CharSequence ? text : CellNames.ofValue(text);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            return CellNames.readable(value.getClass().getName()) + " (its toString() failed: " + ThrownText.head(e)
                    + ")";
        }
    }

    private static String array(Object array) {
        if (array instanceof Object[] objects) {
            return Arrays.deepToString(objects);
        }
        int length = Array.getLength(array);
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < length && text.length() <= LONGEST; i++) {
            text.append(i == 0 ? "" : ", ").append(Array.get(array, i));
        }
        return text.append(']').toString();
    }
}
