// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PrimitiveArraysTest {
    private final PrimitiveArrays arrays = new PrimitiveArrays();

    private byte[] written(Object array) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        arrays.write(array, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    @Test
    void numbersAreWrittenAsByDataOutput() throws IOException {
        assertThat(written(new int[] {1, -2})).containsExactly(0, 0, 0, 1, -1, -1, -1, -2);
        assertThat(written(new short[] {0x102})).containsExactly(1, 2);
        assertThat(written(new char[] {'A'})).containsExactly(0, 65);
        assertThat(written(new long[] {5})).containsExactly(0, 0, 0, 0, 0, 0, 0, 5);
        assertThat(written(new double[] {-0.0})).containsExactly(0x80, 0, 0, 0, 0, 0, 0, 0);
        assertThat(written(new float[] {1})).containsExactly(0x3f, 0x80, 0, 0);
        assertThat(written(new boolean[] {true, false})).containsExactly(1, 0);
        assertThat(written(new byte[] {7, -7})).containsExactly(7, -7);
        assertThat(written(new long[0])).isEmpty();
    }

    /** Two whole blocks of 64 KiB and one element more, all different near the edges. */
    static Stream<Object> largerThanBlocks() {
        int[] ints = IntStream.range(-7, 2 * (1 << 14) - 6).toArray();
        long[] longs = IntStream.range(-7, 2 * (1 << 13) - 6)
                .mapToLong(i -> (long) i << 33)
                .toArray();
        short[] shorts = new short[2 * (1 << 15) + 1];
        byte[] bytes = new byte[2 * (1 << 16) + 1];
        boolean[] flags = new boolean[2 * (1 << 16) + 1];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
            flags[i] = i % 3 == 0;
            shorts[i % shorts.length] = (short) (i * 17);
        }
        char[] chars = new char[shorts.length];
        float[] floats = new float[ints.length];
        double[] doubles = new double[longs.length];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (i * 13);
            floats[i % floats.length] = i / 3f;
            doubles[i % doubles.length] = i / 7.0;
        }
        return Stream.of(ints, longs, shorts, bytes, flags, chars, floats, doubles);
    }

    @ParameterizedTest
    @MethodSource("largerThanBlocks")
    void blocksAreJoinedWithoutGaps(Object array) throws IOException {
        byte[] bytes = written(array);
        Object read = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        new PrimitiveArrays().read(read, in);
        assertThat(read).isEqualTo(array);
        assertThat(in.available()).isZero();
    }

    @Test
    void aFileThatEndsEarlyIsNotFilledUp() {
        assertThatThrownBy(() -> arrays.read(new int[2], new DataInputStream(new ByteArrayInputStream(new byte[7]))))
                .isInstanceOf(EOFException.class);
    }
}
