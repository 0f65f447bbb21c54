// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Sha256;

/**
 * Names files by their content. A part reads its own files whole; of the other parts' files, which may be terabytes, it reads
 * {@value #BLOCKS} blocks, so that all parts agree on what the whole is. Each file is read once.
 */
public final class FileDigests {
    /** Blocks of a long file that a sample reads, evenly spaced, the first and the last among them. */
    static final int BLOCKS = 64;

    private static final int BLOCK = 1 << 16;

    private final Map<Path, String> wholes = new ConcurrentHashMap<>();
    private final Map<Path, String> samples = new ConcurrentHashMap<>();

    /** SHA-256 of all bytes. */
    public String whole(Path file) {
        return wholes.computeIfAbsent(file, FileDigests::readWhole);
    }

    /**
     * Length and two check sums, of a file of up to 4 MiB of all bytes; else of blocks of it. Every part reads all files of the whole for
     * these, so they are of a kind that processors compute: 64 bits tell files apart that differ by accident.
     */
    public String sample(Path file) {
        return samples.computeIfAbsent(file, FileDigests::readSample);
    }

    private static String readWhole(Path file) {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BLOCK];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                Progress.checkInterrupted();
                digest.update(buffer, 0, read);
            }
        } catch (IOException e) {
            throw failed(file, e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String readSample(Path file) {
        CRC32 first = new CRC32();
        CRC32C second = new CRC32C();
        long length;
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            length = size;
            long last = Math.max(0, size - BLOCK);
            boolean all = size <= (long) BLOCKS * BLOCK;
            long blocks = all ? (size + BLOCK - 1) / BLOCK : BLOCKS;
            for (long k = 0; k < blocks; k++) {
                ByteBuffer block = ByteBuffer.allocate(BLOCK);
                long at = all ? k * BLOCK : last / (BLOCKS - 1) * k + (k == BLOCKS - 1 ? last % (BLOCKS - 1) : 0);
                while (block.hasRemaining() && channel.read(block, at + block.position()) > 0) {
                    Progress.checkInterrupted();
                }
                first.update(block.flip());
                second.update(block.rewind());
            }
        } catch (IOException e) {
            throw failed(file, e);
        }
        return "%d-%08x-%08x".formatted(length, first.getValue(), second.getValue());
    }

    private static SweepException failed(Path file, IOException e) {
        return new SweepException(
                file + ": cannot be read: " + IoReason.of(e), IoReason.advice(e, "Check the path and its rights."), e);
    }
}
