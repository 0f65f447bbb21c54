// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.List;
import org.etude.trace.json.Literal;

/**
 * The storages of the tensors in an execution trace's values. A tensor is the tuple {@code [id, storage, offset,
 * elements, bytes of an element, "device"]}; a storage is the memory that views share, and its number shows which
 * operators read what a collective wrote.
 */
public final class TensorStorages {
    private static final int NUMBERS = 5;
    private static final int STORAGE = 1;

    private TensorStorages() {}

    /** Storages of all tensors in values as JSON text, lists included. */
    public static LongList all(String values) {
        return in(Literal.list(values));
    }

    /** Storages of the tensors in the first of these values, in which c10d operators list their outputs. */
    public static LongList first(String values) {
        List<Object> all = Literal.list(values);
        return in(all.isEmpty() ? all : all.get(0));
    }

    private static LongList in(Object value) {
        LongArrayList found = new LongArrayList();
        collect(value, found);
        return found;
    }

    private static void collect(Object value, LongList found) {
        if (!(value instanceof List<?> list)) {
            return;
        }
        if (isTensor(list)) {
            found.add((long) (Long) list.get(STORAGE));
        } else {
            list.forEach(item -> collect(item, found));
        }
    }

    private static boolean isTensor(List<?> list) {
        return list.size() > NUMBERS
                && list.get(NUMBERS) instanceof String
                && list.subList(0, NUMBERS).stream().allMatch(item -> item instanceof Long number && number >= 0);
    }
}
