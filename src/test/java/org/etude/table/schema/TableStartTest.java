// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** A program that uses Etude as a library and has no logging of its own, as a process. */
class TableStartTest {
    private static final String PROGRAM = """
            import org.etude.Traces;
            class Program {
                public static void main(String[] args) {
                    System.out.println(Traces.load("data/cnn-2-hip").ranks().rowCount());
                }
            }
            """;

    @Test
    void aProgramWithoutLoggingIsNotWarned(@TempDir Path temp) throws Exception {
        Path program = Files.writeString(temp.resolve("Program.java"), PROGRAM);
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part -> !Path.of(part).getFileName().toString().startsWith("slf4j-nop"))
                .collect(Collectors.joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path errors = temp.resolve("errors");
        Path out = temp.resolve("out");
        Process process = new ProcessBuilder(
                        java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, program.toString())
                .redirectError(errors.toFile())
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor()).as(() -> text(errors)).isZero();
        assertThat(text(out).strip()).isEqualTo("2");
        assertThat(text(errors).lines().filter(line -> line.contains("SLF4J"))).isEmpty();
    }

    /** Classes of a loader of their own, so that their first table is made here. */
    @Test
    void anInterruptDuringTheFirstTableLeavesTheNextOnesPossible() throws Exception {
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(TableStartTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader fresh = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Method start = fresh.loadClass(TableStart.class.getName()).getMethod("await");
            underInterrupts(() -> start.invoke(null));
            Class<?> table = fresh.loadClass(Table.class.getName());
            assertThat(table).isNotSameAs(Table.class);
            Object next = table.getMethod("create", String.class).invoke(null, "next");
            assertThat(table.getMethod("name").invoke(next)).isEqualTo("next");
        }
    }

    /** Interrupts this thread again and again while it does something. */
    private static void underInterrupts(Callable<?> action) throws Exception {
        Thread interrupted = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        Thread interrupting = new Thread(() -> {
            while (!done.get()) {
                interrupted.interrupt();
                Thread.onSpinWait();
            }
        });
        interrupting.start();
        try {
            action.call();
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        } finally {
            done.set(true);
            while (interrupting.isAlive()) {
                Thread.interrupted();
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }
    }

    private static URL url(String part) {
        try {
            return Path.of(part).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
