// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files that an interrupted command has already written. Files appear completely or not at all, so everything below
 * the command's output directory that is newer than its start can be used.
 */
final class PartialOutput {
    private static final List<String> OPTIONS = List.of("--out", "-o");

    private final Path out;
    private final Instant started;

    private PartialOutput(Path out, Instant started) {
        this.out = out;
        this.started = started;
    }

    /** For a command with these arguments that starts now. */
    static PartialOutput of(String... args) {
        return new PartialOutput(out(args), Instant.now());
    }

    private static Path out(String... args) {
        for (int i = 0; i < args.length; i++) {
            for (String option : OPTIONS) {
                if (args[i].startsWith(option + "=")) {
                    return path(args[i].substring(option.length() + 1));
                }
                if (args[i].equals(option) && i + 1 < args.length) {
                    return path(args[i + 1]);
                }
            }
        }
        return null;
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            return null; // the command will reject it
        }
    }

    /** A sentence about the files. */
    String text() {
        if (out == null) {
            return "No file is written; a simulation shows what it has.";
        }
        List<Path> whole = whole();
        if (whole.isEmpty()) {
            return "Nothing is written to " + out + " yet.";
        }
        return "Complete in " + out + ": "
                + whole.stream().map(p -> p.getFileName().toString()).collect(Collectors.joining(", "))
                + "; the rest is missing, or in the tables of a simulation as far as it went.";
    }

    private List<Path> whole() {
        if (Files.isRegularFile(out)) {
            return isNew(out) ? List.of(out) : List.of();
        }
        try (Stream<Path> entries = Files.list(out)) {
            return entries.filter(this::isNew).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private boolean isNew(Path path) {
        try {
            return !path.getFileName().toString().startsWith(".")
                    && !Files.getLastModifiedTime(path).toInstant().isBefore(started.minusSeconds(1));
        } catch (IOException e) {
            return false;
        }
    }
}
