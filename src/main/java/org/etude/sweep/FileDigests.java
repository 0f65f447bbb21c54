// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import org.etude.report.IoReason;
import org.etude.report.Progress;

/**
 * Identifies files by their content: length and two 32-bit checksums over all bytes. They detect accidental
 * differences, not deliberate collisions. The JVM computes them in native code even before its optimising compiler
 * starts, when SHA-256 would take ten times as long.
 */
public final class FileDigests {
    private static final int BLOCK = 1 << 16;

    private final Map<Path, String> wholes = new ConcurrentHashMap<>();

    /**
     * Length and two checksums of all bytes to the end of the file, which may differ from the size that the system
     * reports.
     */
    public String whole(Path file) {
        return wholes.computeIfAbsent(file, FileDigests::read);
    }

    private static String read(Path file) {
        Sums sums = new Sums();
        try (FileChannel channel = FileChannel.open(file)) {
            while (sums.add(channel)) {
                Progress.checkInterrupted();
            }
        } catch (IOException e) {
            throw failed(file, e);
        }
        return sums.text();
    }

    /** The checksums of the bytes read so far. */
    private static final class Sums {
        private final CRC32 first = new CRC32();
        private final Adler32 second = new Adler32();
        private final byte[] bytes = new byte[BLOCK];
        private long length;

        /** Reads a block; false at the end of the file. */
        boolean add(FileChannel channel) throws IOException {
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

        String text() {
            HexFormat hex = HexFormat.of();
            return length + "-" + hex.toHexDigits((int) first.getValue()) + "-"
                    + hex.toHexDigits((int) second.getValue());
        }
    }

    private static SweepException failed(Path file, IOException e) {
        return new SweepException(
                file + ": cannot be read: " + IoReason.of(e),
                IoReason.advice(e, "Check the path and its permissions."),
                e);
    }
}
