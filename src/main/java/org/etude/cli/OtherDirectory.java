// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.cli.base.Console;
import org.etude.report.EtudeException;

/** Runs one of Etude's commands in another directory, because a JVM cannot change its own. */
final class OtherDirectory {
    private static final long MOMENT_MILLIS = 2_000;

    private OtherDirectory() {}

    /** Whether this process already runs there. */
    static boolean isCurrent(Path directory) {
        try {
            return Files.isSameFile(directory, Path.of("").toAbsolutePath());
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Runs the command in the same JVM with the same options; its output goes where this command prints.
     *
     * @return its exit status
     */
    static int run(Path directory, List<String> arguments, Console console) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-D" + Interruption.ANNOUNCED + "=true"); // printed by this process for both
        command.addAll(List.of("-cp", absolute(System.getProperty("java.class.path")), Main.class.getName()));
        command.addAll(arguments);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
            if (console.isOfProcess()) {
                return await(builder.inheritIO().start());
            }
            Process process = builder.start();
            process.getOutputStream().close();
            List<Thread> copies = List.of(
                    copy(process.getInputStream(), console.out()), copy(process.getErrorStream(), console.err()));
            int status = await(process);
            for (Thread copy : copies) {
                copy.join();
            }
            return status;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (IOException e) {
            throw new EtudeException(
                    directory + ": cannot start a process there: " + e.getMessage(),
                    "Run the command in that directory.");
        }
    }

    private static Thread copy(InputStream from, PrintStream to) {
        Thread thread = new Thread(
                () -> {
                    try (from) {
                        from.transferTo(to);
                    } catch (IOException e) {
                        to.println("etude: the output of the other process broke off: " + e.getMessage());
                    }
                },
                "output of another directory");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Stopping this process stops the other, which gets time to remove its temporary files. */
    private static int await(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            try {
                if (!process.waitFor(MOMENT_MILLIS, TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException again) {
                process.destroyForcibly();
            }
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private static String absolute(String classPath) {
        return Stream.of(classPath.split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> !entry.isBlank())
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
