// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.etude.notebook.install.Host.Os;
import org.etude.notebook.install.JupyterLab.Found;
import org.etude.report.Progress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Finding and making JupyterLab, with stand-ins for Jupyter and Python. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class JupyterLabTest {
    private static final String WITHOUT_LAB = "#!/bin/sh\n[ \"$1\" = notebook ] && exit 0\nexit 1\n";

    /** Makes a "virtual environment" whose pip writes a jupyter that answers, or fails on request. */
    private static final String PYTHON = """
            #!/bin/sh
            if [ "$FAIL" = venv ]; then echo "ensurepip is not available"; exit 1; fi
            mkdir -p "$3/bin"
            cat >"$3/bin/python" <<EOF
            #!/bin/sh
            echo "\\$*" >"$3/asked"
            if [ -e "$3/../../nonet" ]; then echo "ERROR: No matching distribution found"; exit 1; fi
            printf '#!/bin/sh\\n[ "\\$1" = lab ]\\n' >"$3/bin/jupyter"
            chmod +x "$3/bin/jupyter"
            EOF
            chmod +x "$3/bin/python"
            """;

    @TempDir
    Path temp;

    private Path bin;

    @BeforeEach
    void emptyPath() throws IOException {
        bin = Files.createDirectories(temp.resolve("bin"));
    }

    @Test
    void nothingIsFoundOnABareMachine() {
        assertThat(lab().find()).isEmpty();
    }

    @Test
    void aJupyterThatAnswersIsFoundWithTheInterfaceItHas() throws IOException {
        Path jupyter = program("jupyter", "#!/bin/sh\nexit 0\n");
        assertThat(lab().find()).contains(new Found(jupyter, "lab", Optional.empty()));
        program("jupyter", WITHOUT_LAB);
        Found found = lab().find().orElseThrow();
        assertThat(found.subcommand()).isEqualTo("notebook");
        assertThat(found.command(Path.of("/my notebooks"), List.of("--no-browser")))
                .containsExactly(jupyter.toString(), "notebook", "--notebook-dir=/my notebooks", "--no-browser");
        program("jupyter", "#!/bin/sh\nexit 1\n");
        assertThat(lab().find()).isEmpty();
    }

    @Test
    void anEnvironmentIsMadeOnceAndFoundAgain() throws IOException {
        program("python3", PYTHON);
        Found made = lab().make();
        Path environment = temp.resolve("data/etude/lab");
        assertThat(made.environment()).contains(environment);
        assertThat(made.jupyter()).isEqualTo(environment.resolve("bin/jupyter"));
        assertThat(environment.resolve("asked")).content().contains("-m pip install", "jupyterlab==4.6.4\n");
        assertThat(lab().find()).contains(made);
    }

    /** Getting JupyterLab takes a minute: the latest line of pip is seen meanwhile. */
    @Test
    void whatIsBeingFetchedIsTold() throws IOException {
        program("python3", PYTHON.replace("mkdir -p", "echo Collecting things; sleep 0.6; mkdir -p"));
        List<String> told = new CopyOnWriteArrayList<>();
        Map<String, String> environment = Map.of(
                "PATH",
                bin + ":/usr/bin:/bin",
                "XDG_DATA_HOME",
                temp.resolve("data").toString());
        new JupyterLab(new Host(Os.LINUX, temp, environment, temp, "17"), (what, done, total) -> told.add(what)).make();
        assertThat(told).contains("make a Python environment, 0 s: Collecting things", "get JupyterLab 4.6.4");
    }

    @Test
    void withoutANetworkTheLineToTypeIsSaidAndNothingIsLeft() throws IOException {
        program("python3", PYTHON);
        program("apt-get", "#!/bin/sh\n");
        Files.createDirectories(temp.resolve("data"));
        Files.writeString(temp.resolve("data/nonet"), "");
        assertThatThrownBy(() -> lab().make())
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith("get JupyterLab 4.6.4: failed: ERROR: No matching distribution found")
                .hasMessageContaining("Type: sudo apt-get install jupyter-notebook")
                .hasMessageEndingWith("then again: etude lab");
        assertThat(temp.resolve("data/etude/lab")).doesNotExist();
    }

    @Test
    void anInterruptEndsTheMakingAndNothingIsLeft() throws Exception {
        Path begun = temp.resolve("begun");
        program("python3", "#!/bin/sh\nmkdir -p \"$3/bin\"\n: >'" + begun + "'\nexec sleep 1000\n");
        FutureTask<Found> making = new FutureTask<>(() -> lab().make());
        Thread maker = new Thread(making);
        maker.start();
        while (!Files.exists(begun) && !making.isDone()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        maker.interrupt();
        assertThatThrownBy(making::get).cause().isInstanceOf(CancellationException.class);
        assertThat(temp.resolve("data/etude/lab")).doesNotExist();
    }

    @Test
    void withoutPythonOrItsVenvTheLineToTypeIsSaid() throws IOException {
        assertThatThrownBy(() -> lab().make())
                .hasMessageStartingWith("no JupyterLab and no Python on the PATH")
                .hasMessageContaining("Type: python3 -m pip install --user jupyterlab");
        program("python3", "#!/bin/sh\necho 'ensurepip is not available'\nexit 1\n");
        assertThatThrownBy(() -> lab().make())
                .hasMessageStartingWith("make a Python environment: failed: ensurepip is not available");
    }

    @Test
    void eachPlatformHasItsLineAndPlace() throws IOException {
        program("dnf", "#!/bin/sh\n");
        assertThat(lab().line()).startsWith("Type: sudo dnf install jupyterlab, then");
        assertThat(lab(Os.MAC).line()).contains("brew install jupyterlab");
        assertThat(lab(Os.WINDOWS).line()).contains("winget install");
        assertThat(lab(Os.MAC).environment()).isEqualTo(temp.resolve("Library/Application Support/etude/lab"));
        assertThat(lab(Os.WINDOWS).environment()).isEqualTo(temp.resolve("AppData/Local/etude/lab"));
    }

    private JupyterLab lab() {
        return lab(Os.LINUX);
    }

    private JupyterLab lab(Os os) {
        Map<String, String> environment = Map.of(
                "PATH", bin.toString(), "XDG_DATA_HOME", temp.resolve("data").toString());
        return new JupyterLab(new Host(os, temp, environment, temp, "17"), Progress.NONE);
    }

    private Path program(String name, String text) throws IOException {
        Path file = bin.resolve(name);
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
