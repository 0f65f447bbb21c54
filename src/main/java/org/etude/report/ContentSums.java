// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Identifies files by their content: length and two 32-bit checksums over all bytes. They detect accidental
 * differences, not deliberate collisions. The JVM computes them in native code even without its optimising compiler,
 * when SHA-256 takes more than a hundred times as long.
 */
@Internal
public final class ContentSums {
    private static final int BLOCK = 1 << 16;

    private final CRC32 first = new CRC32();
    private final Adler32 second = new Adler32();
    private final byte[] bytes = new byte[BLOCK];
    private long length;

    private ContentSums() {}

    /**
     * Reads a file to its end, which may differ from the size that the system reports.
     *
     * @return {@code LENGTH-CRC32-ADLER32}, the checksums in hexadecimal
     */
    public static String of(Path file) throws IOException {
        ContentSums sums = new ContentSums();
        try (FileChannel channel = FileChannel.open(file)) {
            while (sums.add(channel)) {
                Progress.checkInterrupted();
            }
        }
        HexFormat hex = HexFormat.of();
        return sums.length + "-" + hex.toHexDigits((int) sums.first.getValue()) + "-"
                + hex.toHexDigits((int) sums.second.getValue());
    }

    /** Reads a block; false at the end of the file. */
    private boolean add(FileChannel channel) throws IOException {
        ByteBuffer block = ByteBuffer.wrap(bytes);
        boolean goesOn = true;
        while (goesOn && block.hasRemaining()) {
            goesOn = channel.read(block) >= 0;
        }
        first.update(bytes, 0, block.position());
        second.update(bytes, 0, block.position());
        length += block.position();
        return goesOn;
    }
}
