// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.etude.report.Sha256;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SystemSpec;

/** Identifies the traces of custom collectives by content; they are read only when a run uses them. */
public final class CustomTraces {
    private CustomTraces() {}

    /** The identity; the same for all runs without custom collectives. */
    public static String digest(Scenario scenario) {
        SystemSpec system = scenario.system();
        TreeSet<String> prefixes = new TreeSet<>(system.custom().values());
        prefixes.addAll(system.customByNode().values());
        StringBuilder all = new StringBuilder();
        for (String prefix : prefixes) {
            Path first = scenario.directory().resolve(prefix + ".0.et").toAbsolutePath();
            String start = first.getFileName().toString().replaceFirst("0\\.et$", "");
            for (Path file : files(first.getParent(), start)) {
                all.append(file.getFileName()).append(' ').append(content(file)).append('\n');
            }
        }
        return Sha256.hex(all.toString());
    }

    private static List<Path> files(Path directory, String start) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(start))
                    .filter(file -> file.getFileName().toString().endsWith(".et"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String content(Path file) {
        try {
            return Sha256.hex(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
