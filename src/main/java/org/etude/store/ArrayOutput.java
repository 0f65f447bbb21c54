// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes columns of numbers: tag, length, then the numbers in network byte order. */
final class ArrayOutput {
    private static final int CHUNK = 1 << 13;

    private final DataOutputStream out;

    ArrayOutput(DataOutputStream out) {
        this.out = out;
    }

    void write(Object array) throws IOException {
        if (array instanceof byte[] bytes) {
            begin(Tag.BYTES, bytes.length);
            out.write(bytes);
        } else if (array instanceof int[] ints) {
            begin(Tag.INTS, ints.length);
            ints(ints);
        } else if (array instanceof long[] longs) {
            begin(Tag.LONGS, longs.length);
            longs(longs);
        } else if (array instanceof double[] doubles) {
            begin(Tag.DOUBLES, doubles.length);
            for (double value : doubles) {
                out.writeDouble(value);
            }
        } else if (array instanceof boolean[] booleans) {
            begin(Tag.BOOLEANS, booleans.length);
            for (boolean value : booleans) {
                out.writeBoolean(value);
            }
        } else {
            throw new IllegalArgumentException(array.getClass() + " cannot be saved");
        }
    }

    private void ints(int... all) throws IOException {
        ByteBuffer some = ByteBuffer.allocate((int) Math.min(CHUNK, (long) all.length * Integer.BYTES));
        for (int at = 0; at < all.length; at += CHUNK / Integer.BYTES) {
            int count = Math.min(CHUNK / Integer.BYTES, all.length - at);
            some.asIntBuffer().put(all, at, count);
            out.write(some.array(), 0, count * Integer.BYTES);
        }
    }

    private void longs(long... all) throws IOException {
        ByteBuffer some = ByteBuffer.allocate((int) Math.min(CHUNK, (long) all.length * Long.BYTES));
        for (int at = 0; at < all.length; at += CHUNK / Long.BYTES) {
            int count = Math.min(CHUNK / Long.BYTES, all.length - at);
            some.asLongBuffer().put(all, at, count);
            out.write(some.array(), 0, count * Long.BYTES);
        }
    }

    private void begin(Tag tag, int length) throws IOException {
        out.writeByte(tag.ordinal());
        out.writeInt(length);
    }
}
