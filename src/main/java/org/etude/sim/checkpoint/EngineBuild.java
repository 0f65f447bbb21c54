// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.etude.report.Sha256;

/** Identifies the simulation code by the content of its classes; equal on all machines that run the same build. */
final class EngineBuild {
    private static final String CLASSES = "org/etude/";
    private static final String ENDING = ".class";

    private EngineBuild() {}

    /** Computed once, with reads that an interrupted thread can complete. */
    private static final class Found {
        private static final String NAME = find();
    }

    /** The identity, or "unknown" when the classes are not in files. */
    static String name() {
        return Found.NAME;
    }

    private static String find() {
        CodeSource source = EngineBuild.class.getProtectionDomain().getCodeSource();
        try {
            Path path =
                    source == null ? Path.of("") : Path.of(source.getLocation().toURI());
            List<String> classes = Files.isDirectory(path) ? directory(path) : jar(path);
            classes.sort(null);
            return Sha256.hex(String.join("\n", classes));
        } catch (IOException | URISyntaxException | RuntimeException e) {
            return "unknown";
        }
    }

    private static List<String> jar(Path file) throws IOException {
        List<String> classes = new ArrayList<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            zip.stream()
                    .filter(entry -> counts(entry.getName()))
                    .forEach(entry -> classes.add(entry.getName() + ' ' + entry.getCrc()));
        }
        return classes;
    }

    private static List<String> directory(Path root) throws IOException {
        List<String> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (counts(name)) {
                    CRC32 sum = new CRC32();
                    try (InputStream in = new FileInputStream(file.toFile())) {
                        sum.update(in.readAllBytes());
                    }
                    classes.add(name + ' ' + sum.getValue());
                }
            }
        }
        return classes;
    }

    private static boolean counts(String name) {
        return name.startsWith(CLASSES) && name.endsWith(ENDING);
    }
}
