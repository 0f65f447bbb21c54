// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.base.Launch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel as a user installs it: copied jars, a class-data archive, a process of its own. */
@Tag("campaign")
class InstalledKernelTest {
    private static final Path SCRIPT = Path.of("src/test/python/run_notebooks.py");

    @TempDir
    static Path prefix;

    @Test
    void doctorRunsACellInIt() throws IOException, InterruptedException {
        String installed = Launch.command("kernel", "install", "--prefix", prefix);
        assertThat(installed).containsPattern("wrote .*classes-.*\\.(jsa|aot)\n");
        // A Jupyter of this machine finds kernels under a made-up prefix only if it is configured to look there.
        ProcessBuilder doctor =
                Launch.builder("kernel", "doctor", "--prefix", prefix).redirectErrorStream(true);
        doctor.environment().put("JUPYTER_PATH", prefix.resolve("share/jupyter").toString());
        assertThat(outputOf(doctor))
                .contains("ok    class data     classes-", "ok    a cell         ran over the sockets: ready in")
                .doesNotContain("bad   ");
    }

    @Test
    void nbclientRunsAllNotebooksInIt() throws IOException, InterruptedException {
        String python = Stream.of("python3", "/usr/bin/python3")
                .filter(InstalledKernelTest::hasNbclient)
                .findFirst()
                .orElse("");
        assumeTrue(!python.isEmpty(), "no Python with nbclient here");
        Launch.command("kernel", "install", "--no-archive", "--prefix", prefix);
        List<String> command = new ArrayList<>(List.of(python, "-B", SCRIPT.toString(), "etude"));
        NotebooksTest.notebooks().forEach(file -> command.add(file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .put("JUPYTER_PATH", prefix.resolve("share/jupyter").toString());
        String out = outputOf(builder);
        for (Path file : NotebooksTest.notebooks()) {
            assertThat(out).containsPattern(file.getFileName() + ": \\d+ cells, \\d+ outputs\n");
        }
    }

    /** What a process that must end well prints. */
    private static String outputOf(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    private static boolean hasNbclient(String python) {
        try {
            Process process = new ProcessBuilder(python, "-c", "import nbclient, nbformat")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
