// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.store.StoredFile;

/**
 * What items gave, by the content of their inputs, in a directory that processes share: a file is whole or absent. So a part
 * that was stopped goes on where it was, on any machine, and a work that is cut into another number of parts as well.
 */
final class PartStore {
    private static final String DIRECTORY = "items";
    private static final String KIND = "item";
    private static final String BODY = ".part";

    private final Path directory;

    /**
     * The store of a whole.
     *
     * @param whole the directory that all parts write to
     */
    PartStore(Path whole) {
        directory = whole.resolve(DIRECTORY);
    }

    boolean has(String key) {
        return Files.exists(file(key));
    }

    /** Keeps a value; bytes behind it are there before it is. */
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

    /** The file of the bytes behind a value. */
    Path body(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + BODY);
    }

    <T extends Record> T read(String key, Class<T> type) {
        return StoredFile.read(file(key), KIND, type);
    }

    /** Two letters of the key make a directory, so that none holds very many files. */
    private Path file(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + StoredFile.ENDING);
    }
}
