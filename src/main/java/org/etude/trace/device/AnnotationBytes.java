// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.trace.model.StringTable;

/**
 * Reads the bytes stated in annotations such as {@code nccl:all_reduce|bytes=2180392|pg=dp0}; each name is examined
 * once.
 */
final class AnnotationBytes {
    private static final String KEY = "|bytes=";
    private final StringTable names;
    private final LongArrayList known = new LongArrayList();

    /** For names of this dictionary. */
    AnnotationBytes(StringTable names) {
        this.names = names;
    }

    /** The bytes, or -1 when the name does not state them. */
    long of(int id) {
        while (known.size() <= id) {
            known.add(parse(names.text(known.size())));
        }
        return known.getLong(id);
    }

    private static long parse(String name) {
        int at = name.indexOf(KEY);
        if (at < 0) {
            return -1;
        }
        long value = 0;
        int from = at + KEY.length();
        int i = from;
        while (i < name.length() && i - from < 18 && name.charAt(i) >= '0' && name.charAt(i) <= '9') {
            value = value * 10 + name.charAt(i++) - '0';
        }
        return i == from ? -1 : value;
    }
}
