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
 * Names files by their content. A part reads its own files whole; of the other parts' files, which may be terabytes, it reads
 * {@value #BLOCKS} blocks, so that all parts agree on what the whole is. Length and two check sums of 32 bits tell files of one name apart
 * that differ by accident; they are of the kind that the JVM computes without its optimising compiler, a tenth of the time of SHA-256 then.
 */
public final class FileDigests {
    /** Blocks of a long file that a sample reads, evenly spaced, the first and the last among them. */
    static final int BLOCKS = 64;

    private static final int BLOCK = 1 << 16;

    private final Map<Path, String> wholes = new ConcurrentHashMap<>();
    private final Map<Path, String> samples = new ConcurrentHashMap<>();

    /** Length and two check sums of all bytes. */
    public String whole(Path file) {
        return wholes.computeIfAbsent(file, any -> read(file, true));
    }

    /** The same, of a file of up to 4 MiB of all bytes; else of blocks of it. */
    public String sample(Path file) {
        return samples.computeIfAbsent(file, any -> read(file, false));
    }

    private static String read(Path file, boolean whole) {
        CRC32 first = new CRC32();
        Adler32 second = new Adler32();
        byte[] bytes = new byte[BLOCK];
        try (FileChannel channel = FileChannel.open(file)) {
            long length = channel.size();
            long last = Math.max(0, length - BLOCK);
            boolean all = whole || length <= (long) BLOCKS * BLOCK;
            long blocks = all ? (length + BLOCK - 1) / BLOCK : BLOCKS;
            for (long k = 0; k < blocks; k++) {
                long at = all ? k * BLOCK : last / (BLOCKS - 1) * k + (k == BLOCKS - 1 ? last % (BLOCKS - 1) : 0);
                ByteBuffer block = ByteBuffer.wrap(bytes);
                while (block.hasRemaining() && channel.read(block, at + block.position()) > 0) {
                    Progress.checkInterrupted();
                }
                first.update(bytes, 0, block.position());
                second.update(bytes, 0, block.position());
            }
            HexFormat hex = HexFormat.of();
            return length + "-" + hex.toHexDigits((int) first.getValue()) + "-"
                    + hex.toHexDigits((int) second.getValue());
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static SweepException failed(Path file, IOException e) {
        return new SweepException(
                file + ": cannot be read: " + IoReason.of(e), IoReason.advice(e, "Check the path and its rights."), e);
    }
}
