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
 * Says which packages are in which jars of a program, so that a compiler need not open each to find one. It is a text next to
 * the program's first jar: one line for each jar, with its path from there, its bytes and the directories of its packages,
 * between tabs. A jar of another size counts as not listed; packaging/wheel/build.py writes the same.
 */
public final class PackageIndex {
    private static final String NAME = "packages.txt";
    private static final int HEAD = 2;

    private final Map<Path, Set<String>> packages = new HashMap<>();

    private PackageIndex() {}

    /** Writes the index of the jars below a directory that holds the first of them. */
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

    /** The index in a directory; empty when there is none or it is no index. */
    static PackageIndex in(Path directory) {
        PackageIndex index = new PackageIndex();
        Path file = directory.resolve(NAME);
        if (Files.isRegularFile(file)) {
            try {
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    index.add(directory, line.split("\t", -1));
                }
            } catch (IOException e) {
                return new PackageIndex(); // jars are opened instead
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

    /** The directories of a jar's packages, when this index lists it. */
    Optional<Set<String>> of(Path jar) {
        return Optional.ofNullable(packages.get(jar));
    }
}
