// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks a Jupyter installation where it looks for kernels and other data: {@code jupyter --paths --json}. */
final class JupyterDataPaths {
    private static final long PATIENCE_SECONDS = 60;

    private JupyterDataPaths() {}

    /**
     * The data directories in Jupyter's search order; empty when it does not answer.
     *
     * @param jupyter the program
     */
    static List<Path> ask(Path jupyter) {
        try {
            Path answer = Files.createTempFile("etude-jupyter", ".json");
            try {
                Process process = new ProcessBuilder(jupyter.toString(), "--paths", "--json")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .redirectOutput(answer.toFile())
                        .start();
                process.getOutputStream().close();
                boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
                return ended && process.exitValue() == 0 ? data(Files.readString(answer)) : List.of();
            } finally {
                Files.deleteIfExists(answer);
            }
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static List<Path> data(String json) throws IOException {
        List<Path> places = new ArrayList<>();
        for (JsonNode place : new ObjectMapper().readTree(json).path("data")) {
            places.add(Path.of(place.asText()));
        }
        return places;
    }

    /** Whether two paths are the same directory, with links resolved. */
    static boolean same(Path one, Path other) {
        try {
            return one.equals(other) || Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }
}
