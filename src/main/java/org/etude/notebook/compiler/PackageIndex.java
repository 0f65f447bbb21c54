// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An index of the packages in the jars of a program, so that a compiler need not open each jar to find one. A text file
 * next to the first jar with one line per jar: its relative path, its size in bytes and the directories of its
 * packages, separated by tabs. A jar whose size differs counts as not listed. packaging/wheel/build.py writes the same
 * format.
 */
public final class PackageIndex {
    private static final String NAME = "packages.txt";
    private static final int HEAD = 2;

    private final Map<Path, Set<String>> packages = new HashMap<>();

    private PackageIndex() {}

    /** Writes the index of the jars below a directory that contains the first of them. */
    public static void write(Path directory, List<Path> jars) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path jar : jars) {
            try (ClassJar read = new ClassJar(jar, Optional.empty())) {
                lines.add(directory.relativize(jar).toString().replace('\\', '/') + "\t" + Files.size(jar) + "\t"
                        + String.join("\t", new TreeSet<>(read.directories())));
            }
        }
        Files.write(directory.resolve(NAME), lines, StandardCharsets.UTF_8);
    }

    /** Reads the index in a directory; empty when there is none or it is invalid. */
    static PackageIndex in(Path directory) {
        PackageIndex index = new PackageIndex();
        Path file = directory.resolve(NAME);
        if (Files.isRegularFile(file)) {
            try {
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    index.add(directory, line.split("\t", -1));
                }
            } catch (IOException e) {
                return new PackageIndex(); // the jars are opened instead
            }
        }
        return index;
    }

    private void add(Path directory, String[] parts) throws IOException {
        if (parts.length <= HEAD) {
            return;
        }
        Path jar = directory.resolve(parts[0]);
        boolean same = Files.isRegularFile(jar) && parts[1].equals(Long.toString(Files.size(jar)));
        if (same) {
            packages.put(jar, Set.copyOf(List.of(parts).subList(HEAD, parts.length)));
        }
    }

    /** The directories of a jar's packages, if this index lists it. */
    Optional<Set<String>> of(Path jar) {
        return Optional.ofNullable(packages.get(jar));
    }
}
