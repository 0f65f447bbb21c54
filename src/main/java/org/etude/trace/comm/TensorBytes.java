// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonNumber;

/**
 * Adds up the tensors among the values of a node, wherever they are nested. A tensor is written as
 * {@code [id, storage, offset, elements, element size, "device"]}.
 */
public final class TensorBytes {
    private static final int STORAGE = 1;
    private static final int ELEMENTS = 3;
    private static final int ELEMENT_SIZE = 4;
    private static final int DEVICE = 5;
    private static final int DEEPEST = 200;

    private JsonCursor cursor;
    private JsonNumber number;
    private long bytes;
    private long elements;
    private final IntArrayList storages = new IntArrayList();

    /** Starts with nothing scanned. */
    public TensorBytes() {
        bytes = -1;
        elements = -1;
    }

    /** Scans the value that is next. */
    public void scan(JsonCursor from) {
        if (from != cursor) {
            cursor = from;
            number = new JsonNumber(from);
        }
        bytes = -1;
        elements = -1;
        storages.clear();
        if (cursor.peek() == '[') {
            cursor.take();
            array(0);
        } else {
            cursor.skipValue();
        }
    }

    /** Bytes of all tensors, or -1 when there is none. */
    public long bytes() {
        return bytes;
    }

    /** Elements of all tensors, or -1 when there is none. */
    long elements() {
        return elements;
    }

    /** Storages of all tensors, each once. */
    public IntList storages() {
        return storages;
    }

    private void array(int depth) {
        long storage = -1;
        long count = 0;
        long size = 0;
        boolean numbers = true;
        int i = 0;
        for (boolean first = true; cursor.nextElement(first); first = false) {
            int c = cursor.peek();
            if (c == '[' && depth < DEEPEST) {
                numbers = false;
                cursor.take();
                array(depth + 1);
            } else if (i < DEVICE && (c == '-' || c >= '0' && c <= '9')) {
                long value = number.readLong(-1);
                storage = i == STORAGE ? value : storage;
                count = i == ELEMENTS ? value : count;
                size = i == ELEMENT_SIZE ? value : size;
            } else {
                if (i == DEVICE && c == '"' && numbers) {
                    add(count, size);
                    add(storage);
                }
                numbers &= i >= DEVICE;
                cursor.skipValue();
            }
            i++;
        }
    }

    private void add(long storage) {
        if (storage >= 0 && storage <= Integer.MAX_VALUE && !storages.contains((int) storage)) {
            storages.add((int) storage);
        }
    }

    private void add(long count, long size) {
        if (count < 0 || size < 0 || count > 0 && size > Long.MAX_VALUE / 4 / count) {
            return;
        }
        elements = Math.max(elements, 0) + count;
        bytes = Math.max(bytes, 0) + count * size;
    }
}
