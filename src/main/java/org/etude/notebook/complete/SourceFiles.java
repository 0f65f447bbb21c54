// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Finds the source of a class: in the jar itself under {@code META-INF/sources} (as in Etude's own jar), in the {@code
 * -sources.jar} next to a jar, in the {@code src/main/java} of a Maven build, in the JDK's {@code src.zip}.
 */
final class SourceFiles {
    static final String INSIDE = "META-INF/sources/";

    /** The source text. */
    Optional<String> of(Class<?> type) {
        Class<?> top = type;
        while (top.getEnclosingClass() != null) {
            top = top.getEnclosingClass();
        }
        String file = top.getName().replace('.', '/') + ".java";
        if (top.getModule().isNamed()) {
            Path zip = Path.of(System.getProperty("java.home"), "lib", "src.zip");
            return inZip(zip, top.getModule().getName() + '/' + file);
        }
        CodeSource source = top.getProtectionDomain().getCodeSource();
        if (source == null) {
            return Optional.empty();
        }
        try {
            return beside(Path.of(source.getLocation().toURI()), file);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> beside(Path place, String file) {
        if (Files.isDirectory(place)) {
            Path inside = place.resolve(INSIDE + file);
            Path maven = place.resolve("../../src/main/java").normalize().resolve(file);
            return read(inside).or(() -> read(maven));
        }
        Path sources = place.resolveSibling(place.getFileName().toString().replaceFirst("\\.jar$", "-sources.jar"));
        return inZip(place, INSIDE + file).or(() -> inZip(sources, file));
    }

    private static Optional<String> read(Path file) {
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> inZip(Path zip, String name) {
        if (!Files.isRegularFile(zip)) {
            return Optional.empty();
        }
        try (ZipFile open = new ZipFile(zip.toFile())) {
            ZipEntry entry = open.getEntry(name);
            if (entry == null) {
                return Optional.empty();
            }
            try (InputStream in = open.getInputStream(entry)) {
                return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
