// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.Gzip;
import org.etude.report.IoReason;

/** A JSON file, optionally compressed, and errors about it. */
record JsonInput(Path file, JsonNode tree) {
    /** Reads a file that must contain an array with a given name. */
    static JsonInput read(Path file, String array) {
        try (InputStream in = Gzip.open(file)) {
            JsonInput read = new JsonInput(file, new ObjectMapper().readTree(in));
            if (!read.tree.path(array).isArray()) {
                throw read.bad("there is no array '" + array + "'");
            }
            return read;
        } catch (FileSystemException e) {
            throw new TrioSimException(Reason.INPUT, file + ": " + IoReason.of(e), "Give the file that PyTorch wrote.");
        } catch (IOException e) {
            throw new TrioSimException(
                    Reason.INPUT,
                    file + ": cannot be read as JSON: "
                            + e.getMessage().lines().findFirst().orElse(""),
                    "Give the file that PyTorch wrote.");
        }
    }

    TrioSimException bad(String what) {
        return bad(file, what);
    }

    static TrioSimException bad(Path file, String what) {
        return new TrioSimException(
                Reason.INPUT,
                file + ": " + what,
                "Give the profiler's trace and the execution graph (schema 1.0.1) of the same iteration.");
    }
}
