// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on directory trees. */
final class FileTrees {
    private FileTrees() {}

    /** Removes a directory tree; no effect if it does not exist. Links are removed, not followed. */
    static void delete(Path directory) throws IOException {
        for (Path file : contents(directory)) {
            Files.delete(file);
        }
    }

    /** Removes what is not in use; Windows locks the jars of running kernels. */
    static void deleteWhatCanBe(Path directory) throws IOException {
        for (Path file : contents(directory)) {
            try {
                Files.delete(file);
            } catch (IOException e) {
                continue;
            }
        }
    }

    /** Copies the files of a directory, without subdirectories; no effect if it does not exist. */
    static void copyFiles(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        Files.createDirectories(to);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(from, Files::isRegularFile)) {
            for (Path file : files) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    /** The total size of all files in bytes. */
    static long size(Path path) throws IOException {
        long size = 0;
        for (Path file : contents(path)) {
            size += Files.isRegularFile(file) ? Files.size(file) : 0;
        }
        return size;
    }

    private static List<Path> contents(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
