// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.report.ContentSums;
import org.etude.report.IoReason;

/** Identifies files by their content ({@link ContentSums}); each is read once. */
public final class FileDigests {
    private final Map<Path, String> wholes = new ConcurrentHashMap<>();

    /**
     * Length and checksums of a file.
     *
     * @throws SweepException when it cannot be read
     */
    public String whole(Path file) {
        return wholes.computeIfAbsent(file, FileDigests::read);
    }

    private static String read(Path file) {
        try {
            return ContentSums.of(file);
        } catch (IOException e) {
            throw new SweepException(
                    file + ": cannot be read: " + IoReason.of(e),
                    IoReason.advice(e, "Check the path and its permissions."),
                    e);
        }
    }
}
