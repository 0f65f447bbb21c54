// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.longs.Long2LongRBTreeMap;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Replacements for values of a few attributes wherever they occur: 16 bytes per value, found by binary search.
 * Immutable.
 */
final class EtRenames {
    private static final int KIND_BITS = 7;

    /** Numbers of an attribute's name and kind. */
    private final int[] keys;

    private final long[][] from;
    private final long[][] to;

    private EtRenames(SortedMap<Integer, Long2LongRBTreeMap> values) {
        keys = values.keySet().stream().mapToInt(key -> key).toArray();
        from = new long[keys.length][];
        to = new long[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            Long2LongRBTreeMap ofKey = values.get(keys[i]);
            from[i] = ofKey.keySet().toLongArray();
            to[i] = ofKey.values().toLongArray();
        }
    }

    /** Values to be renamed. */
    static final class Builder {
        private final SortedMap<Integer, Long2LongRBTreeMap> values = new TreeMap<>();

        /** Replaces a value of an attribute by another. */
        void put(int name, byte kind, long value, long other) {
            values.computeIfAbsent(key(name, kind), key -> new Long2LongRBTreeMap())
                    .put(value, other);
        }

        EtRenames build() {
            return new EtRenames(values);
        }
    }

    private static int key(int name, byte kind) {
        return name << KIND_BITS | kind;
    }

    /** The replacement of an attribute's value. */
    long of(int name, byte kind, long value) {
        int key = key(name, kind);
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == key) {
                int at = Arrays.binarySearch(from[i], value);
                return at < 0 ? value : to[i][at];
            }
        }
        return value;
    }

    /** Bit set of attribute name numbers modulo 64; may contain false positives. */
    long names() {
        long bits = 0;
        for (int key : keys) {
            bits |= 1L << (key >> KIND_BITS);
        }
        return bits;
    }

    /** Whether values of an attribute may be renamed. */
    boolean concerns(int name) {
        return Arrays.stream(keys).anyMatch(key -> key >> KIND_BITS == name);
    }
}
