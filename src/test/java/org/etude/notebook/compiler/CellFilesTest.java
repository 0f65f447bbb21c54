// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellFilesTest {
    private static final Set<Kind> BOTH = EnumSet.of(Kind.CLASS, Kind.SOURCE);

    @TempDir
    Path directory;

    /** javac's own manager on the same class path is the oracle. */
    private void same(List<Path> classPath, Set<String> packages) throws IOException {
        try (StandardJavaFileManager javac = javac(classPath);
                CellFiles own = new CellFiles(javac(classPath))) {
            for (String name : packages) {
                assertThat(listed(own, name)).as(name).isEqualTo(listed(javac, name));
            }
        }
    }

    private static StandardJavaFileManager javac(List<Path> classPath) throws IOException {
        StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, StandardCharsets.UTF_8);
        files.handleOption( // as each compilation does, for its target
                "--multi-release",
                List.of(Integer.toString(Runtime.version().feature())).iterator());
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        return files;
    }

    /** Name and content of each file, those of one jar in order of their names. */
    private static List<String> listed(StandardJavaFileManager files, String name) throws IOException {
        List<String> found = new ArrayList<>();
        for (JavaFileObject file : files.list(StandardLocation.CLASS_PATH, name, BOTH, false)) {
            found.add(files.inferBinaryName(StandardLocation.CLASS_PATH, file) + " " + file.getKind() + " "
                    + new String(file.openInputStream().readAllBytes(), StandardCharsets.ISO_8859_1).hashCode());
        }
        found.sort(null);
        return found;
    }

    private Path jar(String name, boolean versions, Map<String, String> entries) throws IOException {
        Manifest manifest = new Manifest(
                new ByteArrayInputStream(("Manifest-Version: 1.0\n" + (versions ? "Multi-Release: true\n" : ""))
                        .getBytes(StandardCharsets.UTF_8)));
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
        return file;
    }

    private Path plain() throws IOException {
        return jar(
                "plain.jar",
                false,
                Map.of(
                        "Top.class",
                        "top",
                        "a/One.class",
                        "1",
                        "a/One$Inner.class",
                        "1i",
                        "a/Two.java",
                        "2",
                        "a/b/Deep.class",
                        "d",
                        "a/notes.txt",
                        "n",
                        "META-INF/versions/9/a/Not.class",
                        "not a version"));
    }

    private Path versioned() throws IOException {
        return jar(
                "lib/versioned.jar",
                true,
                Map.of(
                        "a/Old.class",
                        "base",
                        "META-INF/versions/9/a/Old.class",
                        "nine",
                        "META-INF/versions/17/a/New.class",
                        "new",
                        "META-INF/versions/9999/a/Future.class",
                        "future",
                        "META-INF/versions/9/v/Only.class",
                        "only"));
    }

    private static final Set<String> PACKAGES = Set.of("", "a", "a.b", "v", "none", "META-INF.versions.9.a");

    @Test
    void findsWhatJavacFinds() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes/a/b"));
        Files.writeString(classes.resolve("Loose.class"), "loose");
        Files.writeString(classes.getParent().resolve("One.class"), "another one");
        same(List.of(plain(), directory.resolve("classes"), versioned(), directory.resolve("missing.jar")), PACKAGES);
        same(List.of(directory.resolve("classes"), plain()), PACKAGES);
    }

    @Test
    void theFirstOnTheClassPathComesFirst() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes/a"));
        Files.writeString(classes.resolve("One.class"), "loose");
        try (CellFiles own = new CellFiles(javac(List.of(directory.resolve("classes"), plain())))) {
            List<CharSequence> contents = new ArrayList<>();
            for (JavaFileObject file : own.list(StandardLocation.CLASS_PATH, "a", EnumSet.of(Kind.CLASS), false)) {
                if (own.inferBinaryName(StandardLocation.CLASS_PATH, file).equals("a.One")) {
                    contents.add(file.getCharContent(false));
                }
            }
            assertThat(contents).containsExactly("loose", "1");
        }
    }

    @Test
    void withAnIndexTheSameIsFound() throws IOException {
        List<Path> jars = List.of(plain(), versioned());
        PackageIndex.write(directory, jars);
        assertThat(PackageIndex.in(directory).of(jars.get(0))).contains(Set.of("", "a", "a/b"));
        same(jars, PACKAGES);
    }

    @Test
    void aJarOfAnotherSizeCountsAsNotListed() throws IOException {
        Path jar = plain();
        PackageIndex.write(directory, List.of(jar));
        jar("plain.jar", false, Map.of("c/Three.class", "3"));
        assertThat(PackageIndex.in(directory).of(jar)).isEmpty();
        same(List.of(jar), Set.of("a", "c"));
    }

    @Test
    void whatTheIndexDoesNotListIsNotOpened() throws IOException {
        Path jar = plain();
        PackageIndex.write(directory, List.of(jar));
        Optional<Set<String>> known = PackageIndex.in(directory).of(jar);
        Files.delete(jar);
        try (ClassJar unread = new ClassJar(jar, known)) {
            assertThat(unread.names("java/util")).isEmpty();
        }
    }

    @Test
    void aBrokenIndexOrJarIsPassedOver() throws IOException {
        Path jar = plain();
        Path broken = Files.writeString(directory.resolve("broken.jar"), "no jar");
        Files.write(directory.resolve("packages.txt"), new byte[] {'x', '\t', (byte) 0xff, '\n'});
        assertThat(PackageIndex.in(directory).of(jar)).isEmpty();
        try (CellFiles own = new CellFiles(javac(List.of(broken, jar)))) {
            assertThat(listed(own, "a")).hasSize(3);
        }
    }

    @Test
    void anAddedJarIsSeenAndTheOthersStayOpen() throws IOException {
        Path first = plain();
        Path second = versioned();
        try (CellFiles own = new CellFiles(javac(List.of(first)))) {
            assertThat(listed(own, "v")).isEmpty();
            own.handleOption(
                    "-classpath", List.of(first + File.pathSeparator + second).iterator());
            assertThat(listed(own, "v")).hasSize(1);
        }
    }

    /** The libraries that the tests run with, all their packages. */
    @Test
    void findsWhatJavacFindsInTheLibraries() throws IOException {
        List<Path> jars = new ArrayList<>();
        Set<String> packages = new TreeSet<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (part.endsWith(".jar") && Files.size(Path.of(part)) < 400_000) {
                jars.add(Path.of(part));
                try (ClassJar jar = new ClassJar(Path.of(part), Optional.empty())) {
                    jar.directories().forEach(each -> packages.add(each.replace('/', '.')));
                }
            }
        }
        try (StandardJavaFileManager javac = javac(jars);
                CellFiles own = new CellFiles(javac(jars))) {
            for (String name : packages) {
                assertThat(names(own, name)).as(name).isEqualTo(names(javac, name));
            }
        }
    }

    private static List<String> names(StandardJavaFileManager files, String name) throws IOException {
        List<String> found = new ArrayList<>();
        for (JavaFileObject file : files.list(StandardLocation.CLASS_PATH, name, BOTH, false)) {
            found.add(files.inferBinaryName(StandardLocation.CLASS_PATH, file));
        }
        found.sort(null);
        return found;
    }
}
