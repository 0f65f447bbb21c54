// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.etude.cli.base.Console;

/**
 * The result of one command.
 *
 * @param code its exit status
 * @param out its standard output, lines ended by \n
 * @param err its standard error, likewise
 */
public record TestShell(int code, String out, String err) {
    private static final long LIMIT_MINUTES = 10;

    /** Runs a command inside this process. */
    public static TestShell run(Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                false);
        int code = Shell.run(console, texts(args).toArray(new String[0]));
        console.flush();
        return new TestShell(code, text(out.toByteArray()), text(err.toByteArray()));
    }

    /** Runs a command as a process of its own. */
    public static TestShell process(Object... args) {
        // Into files: of two pipes, one could fill while the other is read.
        try {
            Path out = Files.createTempFile("etude-", ".out");
            Path err = Files.createTempFile("etude-", ".err");
            Process process = builder(args)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            process.destroyForcibly();
            TestShell shell = new TestShell(
                    ended ? process.exitValue() : -1, text(Files.readAllBytes(out)), text(Files.readAllBytes(err)));
            Files.delete(out);
            Files.delete(err);
            assertThat(ended)
                    .as("end of %s, which wrote %s", List.of(args), shell)
                    .isTrue();
            return shell;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts a command as a process of its own. */
    public static Process start(Object... args) {
        try {
            return builder(args).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A command as a process of its own, not yet started. */
    public static ProcessBuilder builder(Object... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx400m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Duser.language=" + Locale.GERMANY.getLanguage(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        if (Runtime.version().feature() >= 23) {
            command.add(1, "--sun-misc-unsafe-memory-access=allow"); // as the launcher: Tablesaw's class scan uses it
        }
        command.addAll(texts(args));
        return new ProcessBuilder(command);
    }

    /** Names of all files below a directory, relative and sorted. */
    public static List<String> files(Path directory) {
        try (var files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(f -> directory.relativize(f).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asserts the exit status; a failure shows what the command wrote. */
    public TestShell exits(int expected) {
        assertThat(code).as("%s%n%s", out, err).isEqualTo(expected);
        return this;
    }

    private static List<String> texts(Object... args) {
        return List.of(args).stream().map(Object::toString).toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
