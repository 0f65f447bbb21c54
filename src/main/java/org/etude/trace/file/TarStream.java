// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads a tar archive entry by entry: ustar, with the long names of GNU and pax. */
final class TarStream extends InputStream {
    /** Size of a header and unit of length. */
    static final int BLOCK = 512;

    private static final int LONGEST_NAME = 1 << 16;
    private final InputStream in;
    private long left;
    private long padding;

    /** Reads from this stream and closes it in the end. */
    TarStream(InputStream in) {
        this.in = in;
    }

    /** Whether this is the first header of a tar archive. */
    static boolean isTar(byte[] head) {
        return head.length == BLOCK && "ustar".equals(new String(head, 257, 5, StandardCharsets.ISO_8859_1));
    }

    /** Moves to the next file and returns its name; null at the end. */
    String next() throws IOException {
        String longName = null;
        while (true) {
            in.skipNBytes(left + padding);
            left = 0;
            padding = 0;
            byte[] head = in.readNBytes(BLOCK);
            if (head.length < BLOCK || head[0] == 0) {
                return null;
            }
            left = size(head);
            padding = (BLOCK - left % BLOCK) % BLOCK;
            switch (head[156]) {
                case '0', 0, '7' -> {
                    return longName != null ? longName : name(head);
                }
                case 'L' -> longName = text(readExtra(), 0, Integer.MAX_VALUE);
                case 'x' -> longName = paxPath(readExtra(), longName);
                default -> longName = null; // a directory or link: nothing to read
            }
        }
    }

    private byte[] readExtra() throws IOException {
        if (left > LONGEST_NAME) {
            throw new IOException("the archive has a name of " + left + " bytes");
        }
        byte[] extra = in.readNBytes((int) left);
        left = 0;
        return extra;
    }

    private static String paxPath(byte[] extra, String otherwise) {
        for (String line : new String(extra, StandardCharsets.UTF_8).split("\n")) {
            int at = line.indexOf(" path=");
            if (at >= 0) {
                return line.substring(at + " path=".length());
            }
        }
        return otherwise;
    }

    private static String name(byte[] head) {
        String prefix = text(head, 345, 155);
        String name = text(head, 0, 100);
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] bytes, int from, int most) {
        int to = from;
        while (to < bytes.length && to - from < most && bytes[to] != 0) {
            to++;
        }
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static long size(byte[] head) throws IOException {
        long value = 0;
        boolean binary = (head[124] & 0x80) != 0;
        for (int i = binary ? 125 : 124; i < 136; i++) {
            int digit = head[i] & 0xff;
            if (binary) {
                value = value << 8 | digit;
            } else if (digit >= '0' && digit <= '7') {
                value = value << 3 | digit - '0';
            }
        }
        if (value < 0 || value > Long.MAX_VALUE - BLOCK) {
            throw new IOException("the archive has an entry with an invalid size");
        }
        return value;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int got = in.read(into, from, (int) Math.min(length, left));
        if (got < 0) {
            throw new EOFException("the tar archive ends inside an entry");
        }
        left -= got;
        return got;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
