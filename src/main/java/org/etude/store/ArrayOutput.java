// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.io.DataOutputStream;
import java.io.IOException;

/** Writes columns of numbers: the tag, the length, the numbers in network order. */
final class ArrayOutput {
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
            for (int value : ints) {
                out.writeInt(value);
            }
        } else if (array instanceof long[] longs) {
            begin(Tag.LONGS, longs.length);
            for (long value : longs) {
                out.writeLong(value);
            }
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

    private void begin(Tag tag, int length) throws IOException {
        out.writeByte(tag.ordinal());
        out.writeInt(length);
    }
}
