// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import org.etude.trace.json.ByteNames;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.model.StringTable;

/**
 * Adds up the tensors among the values of a node, wherever they are nested. A tensor is written as
 * {@code [id, storage, offset, elements, element size, "device"]}.
 */
public final class TensorBytes {
    private static final int STORAGE = 1;
    private static final int OFFSET = 2;
    private static final int ELEMENTS = 3;
    private static final int ELEMENT_SIZE = 4;
    private static final int DEVICE = 5;
    private static final int DEEPEST = 200;

    private JsonCursor cursor;
    private JsonNumber number;
    private long bytes;
    private long elements;
    private final IntArrayList storages = new IntArrayList();
    private final LongArrayList extents = new LongArrayList();
    private final IntArrayList devices = new IntArrayList();
    private final ByteNames deviceNames;

    /** Starts with nothing scanned. */
    public TensorBytes() {
        this(new ByteNames(new StringTable()));
    }

    /** Starts with nothing scanned; devices are numbered by these names. */
    public TensorBytes(ByteNames deviceNames) {
        this.deviceNames = deviceNames;
        bytes = -1;
        elements = -1;
    }

    /** Scans the next value. */
    public void scan(JsonCursor from) {
        if (from != cursor) {
            cursor = from;
            number = new JsonNumber(from);
        }
        bytes = -1;
        elements = -1;
        storages.clear();
        extents.clear();
        devices.clear();
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

    /** For each of {@link #storages()}, the bytes from its start up to the end of its last tensor. */
    public LongList extents() {
        return extents;
    }

    /** The device of each of {@link #storages()}, by the number of its name. */
    public IntList devices() {
        return devices;
    }

    private void array(int depth) {
        long storage = -1;
        long offset = 0;
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
                offset = i == OFFSET ? value : offset;
                count = i == ELEMENTS ? value : count;
                size = i == ELEMENT_SIZE ? value : size;
            } else {
                if (i == DEVICE && c == '"' && numbers) {
                    add(count, size);
                    cursor.scanText();
                    add(storage, Math.max(0, offset), count, size);
                } else {
                    cursor.skipValue();
                }
                numbers &= i >= DEVICE;
            }
            i++;
        }
    }

    /** A tensor whose device was scanned last. */
    private void add(long storage, long offset, long count, long size) {
        if (storage < 0 || storage > Integer.MAX_VALUE) {
            return;
        }
        long reach = isUsable(offset, size) && isUsable(count, size) ? (count == 0 ? 0 : offset + count) * size : 0;
        int at = storages.indexOf((int) storage);
        if (at < 0) {
            storages.add((int) storage);
            extents.add(reach);
            devices.add(deviceNames.idOf(cursor));
        } else {
            extents.set(at, Math.max(extents.getLong(at), reach));
        }
    }

    private static boolean isUsable(long count, long size) {
        return count >= 0 && size >= 0 && (count == 0 || size <= Long.MAX_VALUE / 4 / count);
    }

    private void add(long count, long size) {
        if (!isUsable(count, size)) {
            return;
        }
        elements = Math.max(elements, 0) + count;
        bytes = Math.max(bytes, 0) + count * size;
    }
}
