package org.etude.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A fixed set of field names, looked up by their bytes without making strings. */
final class JsonKeys {
    private static final int MIX = 0x9E3779B1;
    private final byte[][] texts;
    private final int[] table;
    private final int mask;

    private JsonKeys(byte[][] texts) {
        this.texts = texts;
        int size = Integer.highestOneBit(Math.max(8, texts.length * 4));
        this.table = new int[size];
        this.mask = size - 1;
        Arrays.fill(table, -1);
        for (int i = 0; i < texts.length; i++) {
            int at = slot(texts[i], 0, texts[i].length);
            while (table[at] >= 0) {
                at = (at + 1) & mask;
            }
            table[at] = i;
        }
    }

    /** Keys numbered from 0 in the order given. */
    static JsonKeys of(String... keys) {
        byte[][] texts = new byte[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            texts[i] = keys[i].getBytes(StandardCharsets.UTF_8);
        }
        return new JsonKeys(texts);
    }

    /** The number of the key in {@code bytes[from, to)}, or -1. */
    int find(byte[] bytes, int from, int to) {
        if (from == to) {
            return -1;
        }
        int at = slot(bytes, from, to);
        while (true) {
            int id = table[at];
            if (id < 0) {
                return -1;
            }
            byte[] text = texts[id];
            if (text.length == to - from && Arrays.equals(text, 0, text.length, bytes, from, to)) {
                return id;
            }
            at = (at + 1) & mask;
        }
    }

    private int slot(byte[] bytes, int from, int to) {
        int hash = (to - from) + 31 * bytes[from] + 1009 * bytes[to - 1] + 8191 * bytes[(from + to) >>> 1];
        hash *= MIX;
        return (hash ^ (hash >>> 15)) & mask;
    }
}
