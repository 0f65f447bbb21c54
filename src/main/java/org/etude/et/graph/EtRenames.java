// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.longs.Long2LongRBTreeMap;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Values of a few attributes that replace others wherever these occur: 16 bytes per value, found by halving. Immutable. */
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
    static final class Draft {
        private final SortedMap<Integer, Long2LongRBTreeMap> values = new TreeMap<>();

        /** Lets a value of an attribute stand for another. */
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

    /** The value that replaces another one of an attribute. */
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

    /** Attributes by the bit of their name's number modulo 64; others may have the same bit. */
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
