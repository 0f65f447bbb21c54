// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.notebook.run.EvaluatorRunner;
import org.etude.notebook.run.NotebookRun;
import org.etude.notebook.run.NotebookRunner;
import org.etude.report.Progress;

/**
 * Runs the notebooks of one directory one after the other in one process there, each by an evaluator of its own: most of the time of a short
 * notebook is the start of a JVM and of its compiler.
 */
final class NotebookProcess {
    private NotebookProcess() {}

    /** Writes what the notebooks show over them, up to the first that fails. */
    static void run(Path directory, List<Path> notebooks) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // as the launcher: Tablesaw's class scan uses it
        }
        command.addAll(List.of("-Xmx1500m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", KernelProcess.classPath(), NotebookProcess.class.getName()));
        notebooks.forEach(file -> command.add(file.toAbsolutePath().toString()));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(out).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Exits by itself in any case, whatever threads the cells have left. */
    public static void main(String[] files) {
        try {
            runAll(files);
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            System.out.flush();
            System.exit(1);
        }
        System.exit(0);
    }

    private static void runAll(String[] files) {
        for (String file : files) {
            try (EvaluatorRunner runner = new EvaluatorRunner()) {
                NotebookRun run = NotebookRunner.run(NotebookFile.read(Path.of(file)), file, runner, Progress.NONE);
                run.failure().ifPresent(failure -> {
                    throw new AssertionError(file + ": " + failure.where() + ": " + failure.error());
                });
                NotebookFile.write(Path.of(file), run.notebook());
            }
        }
    }
}
