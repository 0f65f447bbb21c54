// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A fixed set of field names, looked up by their bytes, eight at a time, without creating strings. */
public final class JsonKeys {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final int WORD = 8;

    private final byte[][] texts;
    private final long[] heads;
    private final long[] tails;
    private final int[] table;
    private final int mask;

    private JsonKeys(byte[][] texts) {
        this.texts = texts;
        this.heads = new long[texts.length];
        this.tails = new long[texts.length];
        this.table = new int[Integer.highestOneBit(Math.max(8, texts.length * 4))];
        this.mask = table.length - 1;
        Arrays.fill(table, -1);
        for (int i = 0; i < texts.length; i++) {
            int length = texts[i].length;
            heads[i] = word(texts[i], 0, length);
            tails[i] = length > WORD ? word(texts[i], length - WORD, length) : 0;
            int at = slot(heads[i], tails[i], length);
            while (table[at] >= 0) {
                at = at + 1 & mask;
            }
            table[at] = i;
        }
    }

    /** Keys numbered from 0 in the order given. */
    public static JsonKeys of(String... keys) {
        byte[][] texts = new byte[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            texts[i] = keys[i].getBytes(StandardCharsets.UTF_8);
        }
        return new JsonKeys(texts);
    }

    /** The number of the key in {@code bytes[from, to)}, or -1. */
    public int find(byte[] bytes, int from, int to) {
        int length = to - from;
        long head = word(bytes, from, to);
        long tail = length > WORD ? word(bytes, to - WORD, to) : 0;
        int at = slot(head, tail, length);
        while (true) {
            int id = table[at];
            if (id < 0 || heads[id] == head && tails[id] == tail && isSame(texts[id], bytes, from, length)) {
                return id;
            }
            at = at + 1 & mask;
        }
    }

    /** Beginning and end are known to agree, which is all of a text of up to two words. */
    private static boolean isSame(byte[] text, byte[] bytes, int from, int length) {
        return text.length == length
                && (length <= 2 * WORD || Arrays.equals(text, 0, length, bytes, from, from + length));
    }

    private static long word(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, WORD);
        if (from + WORD > bytes.length) {
            long word = 0;
            for (int i = length - 1; i >= 0; i--) {
                word = word << 8 | bytes[from + i] & 0xff;
            }
            return word;
        }
        long word = (long) LONGS.get(bytes, from);
        return length == WORD ? word : word & (1L << length * 8) - 1;
    }

    private int slot(long head, long tail, int length) {
        long hash = (head ^ Long.rotateLeft(tail, 23) ^ length) * MIX;
        return (int) (hash >>> 40) & mask;
    }
}
