// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
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
    private static final String BODY = ".part";

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
        return Files.exists(file(key));
    }

    /** Saves a value; its additional bytes are written before it. */
    void keep(String key, Record value) {
        if (value instanceof BulkyPart bulky) {
            write(body(key), bulky.bytes());
            keep(key, bulky.value());
        } else {
            StoredFile.writeQuickly(file(key), KIND, value);
        }
    }

    private static void write(Path file, byte[] bytes) {
        try {
            AtomicFiles.write(file, out -> out.write(bytes));
        } catch (IOException e) {
            throw new SweepException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), e);
        }
    }

    /** The file of a value's additional bytes. */
    Path body(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + BODY);
    }

    <T extends Record> T read(String key, Class<T> type) {
        return StoredFile.read(file(key), KIND, type);
    }

    /** The first two letters of the key name a subdirectory, so that no directory gets too large. */
    private Path file(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + StoredFile.ENDING);
    }
}
