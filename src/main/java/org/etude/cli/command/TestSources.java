// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.etude.report.EtudeException;

/**
 * Loads test classes of this checkout, which are in no jar. They are compiled from source (a few seconds) into a
 * temporary directory, so that they always match the running Etude; a class already on the class path is used instead.
 */
final class TestSources implements AutoCloseable {
    private final Path sources;
    private Path classes;
    private URLClassLoader loader;

    /** For the tests of the checkout at {@code home}. */
    TestSources(Path home) {
        this.sources = home.resolve("src/test/java");
    }

    /**
     * Loads a class and its test dependencies.
     *
     * @throws EtudeException when there is no checkout, no compiler, or the sources do not compile
     */
    Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return compiled(name);
        }
    }

    private Class<?> compiled(String name) {
        Path source = sources.resolve(name.replace('.', File.separatorChar) + ".java");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (!Files.isRegularFile(source) || compiler == null) {
            String lacks = compiler == null ? "this Java has no compiler" : "there is no " + source;
            throw new EtudeException(
                    "the recorded cases are compared by Etude's test code, and " + lacks,
                    "Run ./etude of a checkout of Etude's sources with a full JDK.");
        }
        try {
            classes = Files.createTempDirectory("etude-tests");
            compile(compiler, source);
            loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, TestSources.class.getClassLoader());
            return loader.loadClass(name);
        } catch (IOException | ClassNotFoundException e) {
            throw new EtudeException(
                    "the test code below " + sources + " could not be compiled: " + e,
                    "Free space in the temporary directory, or name another one in TMPDIR.");
        }
    }

    private void compile(JavaCompiler compiler, Path source) throws IOException {
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-Xlint:none",
                    "-encoding",
                    "UTF-8",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-sourcepath",
                    sources.toString(),
                    "-d",
                    classes.toString());
            if (!compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call()) {
                throw new EtudeException(
                        "the test code below " + sources + " does not compile against the Etude that runs:\n"
                                + messages.toString().strip(),
                        "Build Etude again from the sources of this checkout.");
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (loader != null) {
            loader.close();
        }
        if (classes == null) {
            return;
        }
        try (Stream<Path> tree = Files.walk(classes)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
