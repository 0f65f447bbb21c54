// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.etude.trace.model.StringTable;

/**
 * Finds the dictionary number of a name from its bytes, so that known names allocate no string. Used while reading one
 * file.
 */
public final class ByteNames {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final StringTable names;
    private byte[] bytes = new byte[1 << 14];
    private int used;
    private int[] table = new int[1 << 10];
    private int count;
    private int[] hashes = new int[256];
    private int[] starts = new int[257];
    private int[] ids = new int[256];
    private long undecodable;

    /** Adds names to this dictionary. */
    public ByteNames(StringTable names) {
        this.names = names;
    }

    /** How many different names hold bytes that are not UTF-8. */
    public long undecodable() {
        return undecodable;
    }

    /** The number of the text a cursor scanned last. */
    public int idOf(JsonCursor cursor) {
        byte[] b = cursor.buffer;
        int from = cursor.textStart;
        int to = cursor.textEnd;
        int hash = hash(b, from, to);
        int at = hash & table.length - 1;
        int entry;
        while ((entry = table[at]) != 0) {
            int e = entry - 1;
            if (hashes[e] == hash && Arrays.equals(bytes, starts[e], starts[e + 1], b, from, to)) {
                return ids[e];
            }
            at = at + 1 & table.length - 1;
        }
        return add(cursor, hash, at);
    }

    private int add(JsonCursor cursor, int hash, int at) {
        String text = JsonText.of(cursor);
        if (text.indexOf('\uFFFD') >= 0) {
            undecodable++;
        }
        int length = cursor.textEnd - cursor.textStart;
        if (used + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), used + length));
        }
        System.arraycopy(cursor.buffer, cursor.textStart, bytes, used, length);
        used += length;
        if (count == ids.length) {
            hashes = Arrays.copyOf(hashes, count * 2);
            ids = Arrays.copyOf(ids, count * 2);
            starts = Arrays.copyOf(starts, count * 2 + 1);
        }
        int id = names.idOf(text);
        hashes[count] = hash;
        ids[count] = id;
        starts[count + 1] = used;
        table[at] = ++count;
        if (count * 2 > table.length) {
            rehash();
        }
        return id;
    }

    private void rehash() {
        table = new int[table.length * 2];
        for (int e = 0; e < count; e++) {
            int at = hashes[e] & table.length - 1;
            while (table[at] != 0) {
                at = at + 1 & table.length - 1;
            }
            table[at] = e + 1;
        }
    }

    private static int hash(byte[] b, int from, int to) {
        long hash = to - from;
        int p = from;
        for (; p + 8 <= to; p += 8) {
            hash = (hash ^ (long) LONGS.get(b, p)) * MIX;
            hash ^= hash >>> 29;
        }
        long rest = 0;
        for (; p < to; p++) {
            rest = rest << 8 | b[p] & 0xff;
        }
        hash = (hash ^ rest) * MIX;
        return (int) (hash >>> 32);
    }
}
