// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.notebook.compiler.PackageIndex;
import org.etude.report.Sha256;

/**
 * The files of the running Etude: jars, and directories of classes when it was not packaged. A copy consists of {@code
 * etude.jar} and, in {@code lib}, the libraries that its manifest names.
 */
final class ProgramFiles {
    /** The one jar that the kernel's class path names. */
    static final String JAR = "etude.jar";

    private static final int HASH_BYTES = 6;

    private final List<Path> directories;
    private final List<Path> jars;

    private ProgramFiles(Set<Path> entries) {
        directories = entries.stream().filter(Files::isDirectory).toList();
        jars = entries.stream().filter(Files::isRegularFile).toList();
    }

    /** The files that a class path names, including those in the manifests of its jars. */
    static ProgramFiles of(String classPath) throws IOException {
        Set<Path> entries = new LinkedHashSet<>();
        for (String entry : classPath.split(Pattern.quote(File.pathSeparator))) {
            if (!entry.isBlank()) {
                add(Path.of(entry).toAbsolutePath().normalize(), entries);
            }
        }
        return new ProgramFiles(entries);
    }

    private static void add(Path entry, Set<Path> entries) throws IOException {
        if (!Files.exists(entry) || !entries.add(entry) || Files.isDirectory(entry)) {
            return;
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            Manifest manifest = jar.getManifest();
            String more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (more != null) {
                for (String each : more.trim().split(" +")) {
                    add(Path.of(entry.toUri().resolve(each)).normalize(), entries);
                }
            }
        }
    }

    /** Twelve hexadecimal digits that change when any file does. */
    String hash() throws IOException {
        MessageDigest digest = Sha256.digest();
        for (Path directory : directories) {
            for (Path file : files(directory)) {
                digest(directory.relativize(file).toString(), file, digest);
            }
        }
        for (Path jar : jars) {
            digest(jar.getFileName().toString(), jar, digest);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    }

    /** Copies everything into an existing empty directory, with an index of the packages in each jar. */
    void copyTo(Path target) throws IOException {
        Path libraries = Files.createDirectories(target.resolve("lib"));
        Set<String> names = new LinkedHashSet<>();
        copy(target, libraries, names);
        PackageIndex.write(
                target,
                Stream.concat(Stream.of(JAR), names.stream().map(name -> "lib/" + name))
                        .map(target::resolve)
                        .toList());
    }

    private void copy(Path target, Path libraries, Set<String> names) throws IOException {
        for (Path jar : jars) {
            String name = jar.getFileName().toString();
            if (directories.isEmpty() && name.equals(JAR)) {
                Files.copy(jar, target.resolve(JAR));
            } else if (names.add(name)) {
                Files.copy(jar, libraries.resolve(name));
            }
        }
        if (!Files.exists(target.resolve(JAR))) {
            pack(target.resolve(JAR), names);
        }
    }

    private void pack(Path target, Set<String> libraries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        libraries.stream()
                                .map(name -> "lib/" + name.replace(" ", "%20"))
                                .collect(Collectors.joining(" ")));
        Set<String> written = new LinkedHashSet<>();
        try (OutputStream out = Files.newOutputStream(target);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Path directory : directories) {
                for (Path file : files(directory)) {
                    String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
                    if (!name.equals(JarFile.MANIFEST_NAME) && written.add(name)) {
                        jar.putNextEntry(new JarEntry(name));
                        Files.copy(file, jar);
                        jar.closeEntry();
                    }
                }
            }
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void digest(String name, Path file, MessageDigest digest) throws IOException {
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
    }
}
