// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.classgraph.ClassGraph;
import io.github.classgraph.ScanResult;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.io.DataReader;
import tech.tablesaw.io.DataWriter;

/** The launcher's stand-in for ClassGraph finds what the real one finds. */
class StartJarTest {
    @TempDir
    private Path classes;

    @Test
    void itNamesTheReadersAndWritersThatAScanFinds() throws Exception {
        try (URLClassLoader standIn = compiled();
                ScanResult real = new ClassGraph()
                        .enableAllInfo()
                        .acceptPackages("tech.tablesaw.io")
                        .scan()) {
            for (Class<?> type : List.of(DataReader.class, DataWriter.class)) {
                assertThat(named(standIn, type))
                        .containsExactlyInAnyOrderElementsOf(
                                real.getClassesImplementing(type.getName()).getNames());
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<String> named(ClassLoader standIn, Class<?> type) throws ReflectiveOperationException {
        Object graph = standIn.loadClass("io.github.classgraph.ClassGraph")
                .getConstructor()
                .newInstance();
        graph = graph.getClass().getMethod("enableAllInfo").invoke(graph);
        graph = graph.getClass().getMethod("whitelistPackages", String[].class).invoke(graph, (Object)
                new String[] {"x"});
        Object scan = graph.getClass().getMethod("scan").invoke(graph);
        Object classes = scan.getClass()
                .getMethod("getClassesImplementing", String.class)
                .invoke(scan, type.getName());
        return (List<String>) classes.getClass().getMethod("getNames").invoke(classes);
    }

    private URLClassLoader compiled() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "--release", "17"));
        try (Stream<Path> sources = Files.walk(Path.of("src/start/java"))) {
            sources.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }
}
