// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/**
 * Caches outcomes by key, as one small JSON file each, in a directory that processes may share. Files are written
 * atomically. A file that cannot be read, because something else wrote it, is an error and not silently replaced.
 */
final class SweepCache {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private final Path directory;

    SweepCache(Path directory) {
        this.directory = directory;
    }

    Optional<SweepOutcome> find(String key) {
        Path file = file(key);
        try {
            return Files.exists(file)
                    ? Optional.of(JSON.readValue(Files.readAllBytes(file), SweepOutcome.class))
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            throw new SweepException(
                    file + ": not an outcome of a sweep: " + e.getOriginalMessage(),
                    "Delete it, and the run is repeated.",
                    e);
        } catch (IOException e) {
            throw new SweepException(file + ": cannot be read", "Check its permissions, or choose another --cache.", e);
        }
    }

    void keep(String key, SweepOutcome outcome) {
        try {
            AtomicFiles.write(file(key), out -> out.write(JSON.writeValueAsBytes(outcome)));
        } catch (IOException e) {
            throw new SweepException(
                    IoReason.notWritten(directory, e),
                    IoReason.advice(e, "Check its permissions, or choose another --cache."),
                    e);
        }
    }

    /** The first two letters of the key name a subdirectory, so that no directory gets too large. */
    private Path file(String key) {
        return directory.resolve(key.substring(0, 2)).resolve(key + ".json");
    }
}
