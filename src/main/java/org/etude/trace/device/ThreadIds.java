// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import org.etude.number.Digits;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;
import org.etude.trace.model.StringTable;

/**
 * Reads {@code pid} and {@code tid}: numbers, numbers in quotes (2021) or texts such as "stream 7" and "Spans". Texts
 * are mapped to numbers far below any real id.
 */
final class ThreadIds {
    private static final long TEXTS = Long.MIN_VALUE;
    private final StringTable texts = new StringTable();
    private final JsonCursor cursor;
    private final JsonNumber number;

    /** Reads from this cursor. */
    ThreadIds(JsonCursor cursor, JsonNumber number) {
        this.cursor = cursor;
        this.number = number;
    }

    /** The next value. */
    long read() {
        int c = cursor.peek();
        if (c == '-' || c >= '0' && c <= '9') {
            return number.readLong(0);
        }
        String text = JsonText.read(cursor);
        long value = Digits.toLong(text);
        return value >= 0 ? value : TEXTS + texts.idOf(text);
    }

    /** How an id was written. */
    String written(long id) {
        return isText(id) ? texts.text((int) (id - TEXTS)) : Long.toString(id);
    }

    /** The number at the end of an id: 7 of 7 and of "stream 7"; -1 when there is none. */
    int ordinal(long id) {
        if (!isText(id)) {
            return id >= 0 && id <= Integer.MAX_VALUE ? (int) id : -1;
        }
        String text = texts.text((int) (id - TEXTS));
        long value = Digits.toLong(text.substring(text.lastIndexOf(' ') + 1));
        return value <= Integer.MAX_VALUE ? (int) value : -1;
    }

    private static boolean isText(long id) {
        return id < TEXTS + Integer.MAX_VALUE;
    }
}
