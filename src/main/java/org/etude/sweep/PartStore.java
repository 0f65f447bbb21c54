// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.store.StoredFile;

/**
 * Stores results of items by the content of their inputs, in a directory that processes share; files are written
 * atomically. A stopped shard can therefore resume on any machine, even with a different number of shards.
 */
final class PartStore {
    private static final String DIRECTORY = "items";
    private static final String KIND = "item";
    private static final String BULKY = ".part";
    private static final String AGAIN =
            "Run the shard again; remove the directory items before if a file in it is damaged.";

    private final Path directory;

    /**
     * The store of one work.
     *
     * @param whole the directory that all shards write to
     */
    PartStore(Path whole) {
        directory = whole.resolve(DIRECTORY);
    }

    boolean has(String key) {
        return Files.exists(file(key)) || Files.exists(bulky(key));
    }

    /** Saves a value, with its additional bytes if it has some. */
    void keep(String key, Record value) {
        if (value instanceof BulkyPart bulky) {
            byte[] head = StoredFile.plainBytes(KIND, bulky.value());
            write(bulky(key), out -> {
                out.write(ByteBuffer.allocate(Integer.BYTES).putInt(head.length).array());
                out.write(head);
                out.write(bulky.bytes());
            });
        } else {
            StoredFile.writeQuickly(file(key), KIND, value);
        }
    }

    private static void write(Path file, AtomicFiles.Content content) {
        try {
            AtomicFiles.write(file, content);
        } catch (IOException e) {
            throw new SweepException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), e);
        }
    }

    <T extends Record> T read(String key, Class<T> type) {
        Path bulky = bulky(key);
        if (Files.exists(bulky)) {
            return StoredFile.of(part(bulky, true), bulky.toString(), KIND, type);
        }
        Path file = file(key);
        if (!Files.exists(file)) {
            throw new SweepException(file + ": is missing, and so is " + bulky.getFileName(), AGAIN);
        }
        return StoredFile.read(file, KIND, type);
    }

    /**
     * The additional bytes of a value.
     *
     * @throws SweepException when they cannot be read
     */
    byte[] body(String key) {
        return part(bulky(key), false);
    }

    /** The value in a file of four bytes, its length, the value and the additional bytes, or those bytes. */
    private static byte[] part(Path file, boolean value) {
        try (FileChannel in = FileChannel.open(file)) {
            int length = read(in, Integer.BYTES).getInt();
            if (value) {
                return read(in, length).array();
            }
            in.position(in.position() + length);
            return read(in, in.size() - in.position()).array();
        } catch (IllegalArgumentException | EOFException e) {
            throw new SweepException(file + ": ends too early", AGAIN, e);
        } catch (IOException e) {
            throw new SweepException(file + ": cannot be read: " + IoReason.of(e), AGAIN, e);
        }
    }

    /** The next bytes of a file, read at once instead of in the 8 KB blocks of streams. */
    private static ByteBuffer read(FileChannel in, long length) throws IOException {
        if (length < 0 || length > in.size() - in.position()) {
            throw new EOFException();
        }
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length));
        while (bytes.hasRemaining()) {
            if (in.read(bytes) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }

    /** The file of a value with additional bytes. */
    Path bulky(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + BULKY);
    }

    /** The first two letters of the key name a subdirectory, so that no directory gets too large. */
    private Path file(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + StoredFile.ENDING);
    }
}
