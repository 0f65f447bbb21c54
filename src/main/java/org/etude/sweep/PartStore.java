// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.store.StoredFile;

/**
 * What items gave, by the content of their inputs, in a directory that processes share: a file is whole or absent. So a part
 * that was stopped goes on where it was, on any machine, and a work that is cut into another number of parts as well.
 */
final class PartStore {
    private static final String DIRECTORY = "items";
    private static final String KIND = "item";

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

    void keep(String key, Record value) {
        StoredFile.writeQuickly(file(key), KIND, value);
    }

    <T extends Record> T read(String key, Class<T> type) {
        return StoredFile.read(file(key), KIND, type);
    }

    /** Two letters of the key make a directory, so that none holds very many files. */
    private Path file(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + StoredFile.ENDING);
    }
}
