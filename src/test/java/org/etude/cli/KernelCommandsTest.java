package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCommandsTest {
    @TempDir
    Path temp;

    @Test
    void installListUninstallTellWhatTheyDid() throws IOException {
        Path spec = temp.resolve("share/jupyter/kernels/etude");
        TestShell shell = TestShell.run("kernel", "install", "--prefix", temp, "--no-archive")
                .exits(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out())
                .startsWith("wrote " + spec.resolve("app-"))
                .contains(
                        "wrote " + spec.resolve("kernel.json") + "\n", "wrote " + spec.resolve("plotly.min.js") + "\n")
                .endsWith("Jupyter lists it as \"Etude (Java)\". Check it: etude kernel doctor\n");
        assertThat(TestShell.run("kernel", "list", "--prefix", temp)
                        .exits(ExitCode.OK)
                        .out())
                .startsWith(spec + "  java ")
                .endsWith("  ok\n");
        assertThat(TestShell.run("kernel", "uninstall", "--prefix", temp)
                        .exits(ExitCode.OK)
                        .out())
                .isEqualTo("removed " + spec + "\n");
        assertThat(TestShell.files(temp)).isEmpty();
        assertThat(TestShell.run("kernel", "list", "--prefix", temp)
                        .exits(ExitCode.OK)
                        .out())
                .isEqualTo("not installed; 'etude kernel install' does that\n");
        assertThat(TestShell.run("kernel", "uninstall", "--prefix", temp)
                        .exits(ExitCode.FAILED)
                        .out())
                .startsWith("no kernel of Etude in " + spec.getParent());
    }

    @Test
    void aKernelWhoseProgramIsGoneIsBrokenInListAndDoctor() throws IOException {
        Path spec = Files.createDirectories(temp.resolve("share/jupyter/kernels/etude"));
        Files.writeString(
                spec.resolve("kernel.json"),
                "{\"argv\": [\"/no/java\", \"-cp\", \"/no/etude.jar\", \"org.etude.notebook.KernelMain\", \"{connection_file}\"]}");
        assertThat(TestShell.run("kernel", "list", "--prefix", temp)
                        .exits(ExitCode.FINDINGS)
                        .out())
                .isEqualTo(spec + "  java /no/java  broken: /no/java is gone\n");
        TestShell doctor = TestShell.run("kernel", "doctor", "--prefix", temp).exits(ExitCode.FINDINGS);
        assertThat(doctor.out())
                .contains("ok    java          " + System.getProperty("java.version"))
                .contains("bad   kernel        " + spec + ": /no/java is gone\n      Run: etude kernel install\n");
    }

    @Test
    void withoutAKernelTheDoctorSaysSo() {
        assertThat(TestShell.run("kernel", "doctor", "--prefix", temp)
                        .exits(ExitCode.FINDINGS)
                        .out())
                .contains("ok    write access  " + temp)
                .endsWith(
                        "bad   kernel        not installed in any place Jupyter looks\n      Run: etude kernel install\n");
    }

    @Test
    void placesExcludeEachOtherAndACommandIsNeeded() {
        assertThat(TestShell.run("kernel", "install", "--user", "--prefix", temp)
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("mutually exclusive");
        assertThat(TestShell.run("kernel").exits(ExitCode.USAGE).err())
                .contains("say what to do: install, uninstall, list or doctor");
    }

    @Test
    void labNeedsADirectory() {
        assertThat(TestShell.run("lab", temp.resolve("none"), "--dry-run")
                        .exits(ExitCode.FAILED)
                        .err())
                .isEqualTo("etude: " + temp.resolve("none")
                        + ": no such directory\n  Give a directory of notebooks, or make it first.\n");
    }
}
