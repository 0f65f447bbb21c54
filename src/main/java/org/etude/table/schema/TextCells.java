// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.bytes.Byte2IntOpenHashMap;
import it.unimi.dsi.fastutil.bytes.Byte2ObjectMap;
import it.unimi.dsi.fastutil.bytes.Byte2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.objects.Object2ByteOpenHashMap;
import java.util.Arrays;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.columns.strings.ByteDictionaryMap;

/**
 * Fills a text column. As long as there are few distinct texts, each is looked up once and then recognised by identity,
 * because {@link StringColumn#append(String)} looks into three hash maps per cell. The resulting column is identical,
 * including the numbers of its dictionary.
 */
final class TextCells {
    /** Number of texts recognised by identity; a power of two. */
    private static final int RECENT = 1024;

    private static final int KEYS = 256;

    /** Tablesaw's number of a missing text, which no other text has; others count up from the smallest byte but one. */
    private static final byte MISSING = Byte.MAX_VALUE;

    private static final byte UNKNOWN = Byte.MIN_VALUE;

    private final String name;
    private final String[] recent = new String[RECENT];
    private final byte[] recentKeys = new byte[RECENT];
    private final Byte2ObjectMap<String> texts = new Byte2ObjectOpenHashMap<>();
    private final Object2ByteOpenHashMap<String> keys = new Object2ByteOpenHashMap<>();
    /** Texts with a key in order of arrival, with their counts, by key from 0. */
    private final ByteArrayList order = new ByteArrayList();

    private final int[] counts = new int[KEYS];
    private byte[] cells;
    private int size;
    private byte lastKey = UNKNOWN;
    /** The column itself once there are more texts than keys, otherwise null. */
    private StringColumn column;

    /** Cells of an empty column with room for some rows. */
    TextCells(String name, int rows) {
        this.name = name;
        cells = new byte[rows];
        keys.defaultReturnValue(UNKNOWN);
    }

    /** Adds a cell; a null is an empty text. */
    void append(String text) {
        String cell = text == null ? "" : text;
        if (column != null) {
            column.append(cell);
            return;
        }
        int at = HashCommon.mix(cell.hashCode()) & RECENT - 1;
        if (recent[at] != cell) {
            byte key = key(cell);
            if (key == UNKNOWN) {
                column = column();
                cells = null;
                column.append(cell);
                return;
            }
            recent[at] = cell;
            recentKeys[at] = key;
        }
        if (size == cells.length) {
            cells = Arrays.copyOf(cells, NumberCells.larger(size));
        }
        byte key = recentKeys[at];
        cells[size++] = key;
        counts[key - Byte.MIN_VALUE]++;
    }

    /** The number of a text, assigned if new; {@link #UNKNOWN} when none is left. */
    private byte key(String text) {
        byte known = keys.getByte(text);
        if (known != UNKNOWN || lastKey == MISSING - 1 && !text.isEmpty()) {
            return known;
        }
        byte key = text.isEmpty() ? MISSING : ++lastKey;
        keys.put(text, key);
        texts.put(key, text);
        order.add(key);
        return key;
    }

    /** The column. */
    StringColumn column() {
        if (column != null) {
            return column;
        }
        Byte2IntOpenHashMap often = new Byte2IntOpenHashMap();
        for (int i = 0; i < order.size(); i++) {
            often.put(order.getByte(i), counts[order.getByte(i) - Byte.MIN_VALUE]);
        }
        ByteDictionaryMap dictionary = new ByteDictionaryMap.ByteDictionaryBuilder()
                .setNextIndex(lastKey)
                .setKeyToValue(texts)
                .setValueToKey(keys)
                .setKeyToCount(often)
                .setValues(Arrays.copyOf(cells, size))
                .build();
        return StringColumn.createInternal(name, dictionary);
    }
}
