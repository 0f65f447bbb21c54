// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens files that may be gzip-compressed, as determined by their first two bytes rather than their name. */
@Internal
public final class Gzip {
    private static final int BUFFER = 1 << 16;

    private Gzip() {}

    /** Whether a file's first two bytes are gzip's magic number (RFC 1952). */
    public static boolean startsWith(byte[] head) {
        return head.length >= 2 && head[0] == 0x1f && head[1] == (byte) 0x8b;
    }

    /** Whether a file starts with gzip's magic number. */
    public static boolean isGzip(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return startsWith(in.readNBytes(2));
        }
    }

    /** Opens the buffered content of a file, decompressed if it is gzip. */
    public static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return unpacked(raw);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** Buffers a stream, decompressing it if it is gzip. */
    public static InputStream unpacked(InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER);
        in.mark(2);
        byte[] head = in.readNBytes(2);
        in.reset();
        return startsWith(head) ? new GZIPInputStream(in, BUFFER) : in;
    }
}
