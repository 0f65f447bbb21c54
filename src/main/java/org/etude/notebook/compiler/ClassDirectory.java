// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A directory of the class path. */
final class ClassDirectory implements ClassPathEntry {
    private final Path root;

    ClassDirectory(Path root) {
        this.root = root;
    }

    @Override
    public List<String> names(String directory) throws IOException {
        Path at = root.resolve(directory);
        // On case-insensitive file systems a/B is found as a/b, although it is another package.
        if (!Files.isDirectory(at) || !directory.isEmpty() && !at.toRealPath().endsWith(Path.of(directory))) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(at, "*.{class,java}")) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }

    @Override
    public InputStream open(String path) throws IOException {
        return Files.newInputStream(root.resolve(path));
    }

    @Override
    public URI uri(String path) {
        return root.resolve(path).toUri();
    }

    @Override
    public long modified(String path) {
        return root.resolve(path).toFile().lastModified();
    }

    @Override
    public void close() {
        // nothing to close
    }
}
