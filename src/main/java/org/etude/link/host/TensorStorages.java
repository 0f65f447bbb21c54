// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;

/**
 * The storages of the tensors in an execution trace's values. A tensor is the tuple {@code [id, storage, offset, elements,
 * bytes of an element, "device"]}; a storage is the memory that views share, and its number says who reads what a collective
 * wrote.
 */
public final class TensorStorages {
    private static final int NUMBERS = 5;
    private static final int STORAGE = 1;

    private TensorStorages() {}

    /** Storages of all tensors in values as JSON text, lists included. */
    public static LongList all(String values) {
        LongArrayList found = new LongArrayList();
        int at = values.indexOf('[');
        while (at >= 0) {
            long storage = tensorAt(values, at);
            if (storage >= 0) {
                found.add(storage);
            }
            at = values.indexOf('[', at + 1);
        }
        return found;
    }

    /** Storages of the tensors in the first of these values: where c10d operators list what they write. */
    public static LongList first(String values) {
        int depth = 0;
        for (int at = 0; at < values.length(); at++) {
            char c = values.charAt(at);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (at > 0 && depth == 1 && (c == ',' || c == ']')) {
                return all(values.substring(1, at + (c == ']' ? 1 : 0)));
            }
        }
        return all(values);
    }

    /** The storage when a tensor's tuple begins here, or -1. */
    private static long tensorAt(String values, int open) {
        int at = open + 1;
        long storage = -1;
        for (int k = 0; k < NUMBERS; k++) {
            at = skipBlanks(values, at);
            long number = 0;
            int from = at;
            while (at < values.length() && Character.isDigit(values.charAt(at))) {
                number = number * 10 + values.charAt(at++) - '0';
            }
            int next = skipBlanks(values, at);
            if (at == from || next >= values.length() || values.charAt(next) != ',') {
                return -1;
            }
            storage = k == STORAGE ? number : storage;
            at = next + 1;
        }
        at = skipBlanks(values, at);
        return at < values.length() && values.charAt(at) == '"' ? storage : -1;
    }

    private static int skipBlanks(String values, int from) {
        int at = from;
        while (at < values.length() && values.charAt(at) <= ' ') {
            at++;
        }
        return at;
    }
}
