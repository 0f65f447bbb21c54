// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayRoundTripTest {
    private static byte[] written(Object array) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ArrayOutput(new DataOutputStream(bytes)).write(array);
        return bytes.toByteArray();
    }

    /** What follows the tag. */
    private static ArrayInput input(byte... written) {
        return new ArrayInput(new DataInputStream(new ByteArrayInputStream(written, 1, written.length - 1)));
    }

    /** Around the size of a piece, 8 KiB: 2,048 ints or 1,024 longs. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 4096, 300_000})
    void arraysComeBack(int length) throws IOException {
        Random random = new Random(length);
        int[] ints = random.ints(length).toArray();
        long[] longs = random.longs(length).toArray();
        double[] doubles = random.doubles(length).toArray();
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        boolean[] booleans = new boolean[length];
        Arrays.fill(booleans, 0, length / 2, true);
        assertThat(input(written(ints)).ints()).isEqualTo(ints);
        assertThat(input(written(longs)).longs()).isEqualTo(longs);
        assertThat(input(written(doubles)).doubles()).isEqualTo(doubles);
        assertThat(input(written(bytes)).bytes()).isEqualTo(bytes);
        assertThat(input(written(booleans)).booleans()).isEqualTo(booleans);
    }

    @Test
    void bytesAreATagALengthAndBigEndianValues() throws IOException {
        assertThat(written(new int[] {1, -2}))
                .containsExactly(Tag.INTS.ordinal(), 0, 0, 0, 2, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe);
        assertThat(written(new boolean[] {true, false})).containsExactly(Tag.BOOLEANS.ordinal(), 0, 0, 0, 2, 1, 0);
    }

    /** Two billion values are announced and four bytes are there: no memory for the others is taken. */
    @Test
    void aDamagedLengthEndsWithTheFile() {
        byte[] damaged =
                ByteBuffer.allocate(9).put((byte) 0).putInt(Integer.MAX_VALUE).array();
        assertThatThrownBy(() -> input(damaged).ints()).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> input(damaged).longs()).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> input(damaged).bytes()).isInstanceOf(EOFException.class);
        byte[] negative = ByteBuffer.allocate(5).put((byte) 0).putInt(-1).array();
        assertThatThrownBy(() -> input(negative).ints()).isInstanceOf(StreamCorruptedException.class);
    }

    @Test
    void otherArraysAreNotSaved() {
        assertThatThrownBy(() -> written(new float[1])).hasMessageContaining("cannot be saved");
    }
}
