// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Reads and writes arrays of primitives block by block. */
final class PrimitiveArrays {
    private static final int BLOCK = 1 << 16;

    private final byte[] bytes = new byte[BLOCK];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    /** Writes the elements, not the length. */
    void write(Object array, DataOutputStream out) throws IOException {
        int width = width(array);
        int length = Array.getLength(array);
        for (int from = 0; from < length; from += BLOCK / width) {
            int count = Math.min(BLOCK / width, length - from);
            buffer.clear();
            move(array, from, count, true);
            out.write(bytes, 0, count * width);
        }
    }

    /** Reads as many elements as the array has. */
    void read(Object array, DataInputStream in) throws IOException {
        int width = width(array);
        int length = Array.getLength(array);
        for (int from = 0; from < length; from += BLOCK / width) {
            int count = Math.min(BLOCK / width, length - from);
            in.readFully(bytes, 0, count * width);
            buffer.clear();
            move(array, from, count, false);
        }
    }

    private static int width(Object array) {
        Class<?> of = array.getClass().getComponentType();
        if (of == long.class || of == double.class) {
            return Long.BYTES;
        }
        if (of == int.class || of == float.class) {
            return Integer.BYTES;
        }
        return of == short.class || of == char.class ? Short.BYTES : 1;
    }

    private void move(Object array, int from, int count, boolean put) {
        if (array instanceof int[] ints) {
            var view = buffer.asIntBuffer();
            var moved = put ? view.put(ints, from, count) : view.get(ints, from, count);
        } else if (array instanceof long[] longs) {
            var view = buffer.asLongBuffer();
            var moved = put ? view.put(longs, from, count) : view.get(longs, from, count);
        } else if (array instanceof double[] doubles) {
            var view = buffer.asDoubleBuffer();
            var moved = put ? view.put(doubles, from, count) : view.get(doubles, from, count);
        } else if (array instanceof float[] floats) {
            var view = buffer.asFloatBuffer();
            var moved = put ? view.put(floats, from, count) : view.get(floats, from, count);
        } else {
            small(array, from, count, put);
        }
    }

    private void small(Object array, int from, int count, boolean put) {
        if (array instanceof short[] shorts) {
            var view = buffer.asShortBuffer();
            var moved = put ? view.put(shorts, from, count) : view.get(shorts, from, count);
        } else if (array instanceof char[] chars) {
            var view = buffer.asCharBuffer();
            var moved = put ? view.put(chars, from, count) : view.get(chars, from, count);
        } else if (array instanceof byte[] plain) {
            var moved = put ? buffer.put(plain, from, count) : buffer.get(plain, from, count);
        } else {
            flags((boolean[]) array, from, count, put);
        }
    }

    private void flags(boolean[] flags, int from, int count, boolean put) {
        for (int i = 0; i < count; i++) {
            if (put) {
                bytes[i] = (byte) (flags[from + i] ? 1 : 0);
            } else {
                flags[from + i] = bytes[i] != 0;
            }
        }
    }
}
