// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads what {@link ArrayOutput} wrote. Memory is allocated as values arrive, so that a damaged length cannot exhaust
 * it.
 */
final class ArrayInput {
    private static final int STEP = 1 << 20;
    private static final int CHUNK = 1 << 13;

    private final DataInputStream in;

    ArrayInput(DataInputStream in) {
        this.in = in;
    }

    private int length() throws IOException {
        return RecordInput.size(in.readInt());
    }

    private static int longer(int have, int length) {
        return (int) Math.min(length, Math.max(STEP, 2L * have));
    }

    byte[] bytes() throws IOException {
        int length = length();
        byte[] all = in.readNBytes(length);
        if (all.length < length) {
            throw new EOFException();
        }
        return all;
    }

    int[] ints() throws IOException {
        int length = length();
        int[] all = new int[longer(0, length)];
        for (int at = 0; at < length; ) {
            ByteBuffer some = some(length - at, Integer.BYTES);
            int count = some.capacity() / Integer.BYTES;
            all = at + count <= all.length ? all : Arrays.copyOf(all, longer(at + count, length));
            some.asIntBuffer().get(all, at, count);
            at += count;
        }
        return all;
    }

    long[] longs() throws IOException {
        int length = length();
        long[] all = new long[longer(0, length)];
        for (int at = 0; at < length; ) {
            ByteBuffer some = some(length - at, Long.BYTES);
            int count = some.capacity() / Long.BYTES;
            all = at + count <= all.length ? all : Arrays.copyOf(all, longer(at + count, length));
            some.asLongBuffer().get(all, at, count);
            at += count;
        }
        return all;
    }

    /** Reads the next values, at most {@value #CHUNK} bytes. */
    private ByteBuffer some(int values, int width) throws IOException {
        byte[] bytes = new byte[Math.min(values, CHUNK / width) * width];
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes);
    }

    double[] doubles() throws IOException {
        long[] bits = longs();
        double[] all = new double[bits.length];
        Arrays.setAll(all, i -> Double.longBitsToDouble(bits[i]));
        return all;
    }

    boolean[] booleans() throws IOException {
        byte[] bytes = bytes();
        boolean[] all = new boolean[bytes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = bytes[i] != 0;
        }
        return all;
    }
}
