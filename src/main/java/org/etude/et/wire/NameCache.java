// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.util.Arrays;
import org.etude.et.graph.WireCursor;
import org.etude.trace.model.StringTable;

/** Finds the dictionary number of a text from its bytes, usually without creating a string. */
final class NameCache {
    private static final int SLOTS = 1 << 12;

    private final StringTable names;
    private final byte[][] keys = new byte[SLOTS][];
    private final int[] ids = new int[SLOTS];

    NameCache(StringTable names) {
        this.names = names;
    }

    /** Number of the text from the cursor to {@code end}; moves there. */
    int idOf(WireCursor in, int end) {
        byte[] bytes = in.bytes();
        int start = in.at();
        int hash = end - start;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ hash >>> 15) & SLOTS - 1;
        byte[] key = keys[slot];
        if (key != null && Arrays.equals(key, 0, key.length, bytes, start, end)) {
            in.moveTo(end);
            return ids[slot];
        }
        int id = names.idOf(in.text(end));
        keys[slot] = Arrays.copyOfRange(bytes, start, end);
        ids[slot] = id;
        return id;
    }
}
