// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.etude.config.JsonFault;
import org.etude.config.JsonTree;
import org.etude.report.IoReason;
import org.etude.spec.SimulationException;

/** Reads small JSON files; errors name the location. */
public final class JsonFiles {
    private JsonFiles() {}

    /** Parses a text that belongs to Etude itself; {@code where} names it in errors. */
    static JsonNode parse(String text, String where) {
        try {
            return JsonTree.of(text);
        } catch (JsonProcessingException e) {
            throw new SimulationException(where + ": is not JSON: " + e.getOriginalMessage(), "Correct the file.");
        }
    }

    /** Reads a small file; an error names the file, its expected contents, and the location. */
    public static JsonNode read(Path file, String what) {
        try {
            JsonNode tree = JsonTree.of(file);
            if (tree.isMissingNode()) {
                throw new SimulationException(file + ": is empty", "Give " + what + '.');
            }
            return tree;
        } catch (JsonProcessingException e) {
            throw new SimulationException(file + JsonFault.notJson(": ", e), "Give " + what + '.');
        } catch (IOException e) {
            throw new SimulationException(file + ": cannot be read: " + IoReason.of(e), "Give " + what + '.');
        }
    }

    /** What a document describes; an error in one of its values also names the document, unless it does so already. */
    static <T> T described(String where, Supplier<T> values) {
        try {
            return values.get();
        } catch (SimulationException e) {
            if (e.getMessage().contains(where)) {
                throw e;
            }
            List<String> lines = e.getMessage().lines().map(String::strip).toList();
            throw new SimulationException(
                    where + ": " + lines.get(0), String.join(" ", lines.subList(1, lines.size())), e.details(), e);
        }
    }
}
