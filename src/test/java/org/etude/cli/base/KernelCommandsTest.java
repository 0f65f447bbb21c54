// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.etude.cli.TestShell;
import org.etude.notebook.kernel.KernelProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class KernelCommandsTest {
    @TempDir
    Path temp;

    /** In the home of the environment, which a process gets with it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void installListAndUninstallReportWhatTheyDid() throws Exception {
        Path home = Files.createDirectories(temp.resolve("home"));
        Path prefix = home.resolve(".local");
        Path spec = prefix.resolve("share/jupyter/kernels/etude");
        assertThat(elsewhere(List.of("HOME=" + home), "kernel", "install", "--no-archive"))
                .startsWith("wrote " + spec.resolve("app-"))
                .contains(
                        "wrote " + spec.resolve("kernel.json") + "\n", "wrote " + spec.resolve("plotly.min.js") + "\n")
                .endsWith("Jupyter lists it as \"Etude (Java)\". Check it: etude kernel doctor\n");
        assertThat(temp.resolve("err.txt")).content().doesNotContain("etude");
        assertThat(TestShell.run("kernel", "list", "--prefix", prefix)
                        .exits(ExitCode.OK)
                        .out())
                .startsWith(spec + "  java ")
                .endsWith("  ok\n");
        assertThat(TestShell.run("kernel", "uninstall", "--prefix", prefix)
                        .exits(ExitCode.OK)
                        .out())
                .isEqualTo("removed " + spec + "\n");
        assertThat(TestShell.files(home)).isEmpty();
        assertThat(TestShell.run("kernel", "list", "--prefix", prefix)
                        .exits(ExitCode.OK)
                        .out())
                .isEqualTo("not installed; 'etude kernel install' does that\n");
        assertThat(TestShell.run("kernel", "uninstall", "--prefix", prefix)
                        .exits(ExitCode.FAILED)
                        .out())
                .startsWith("no kernel of Etude in " + spec.getParent());
    }

    @Test
    void aKernelWhoseProgramIsGoneIsBrokenInListAndDoctor() throws IOException {
        Path spec = Files.createDirectories(temp.resolve("share/jupyter/kernels/etude"));
        Files.writeString(
                spec.resolve("kernel.json"),
                "{\"argv\": [\"/no/java\", \"-cp\", \"/no/etude.jar\", \"org.etude.notebook.kernel.KernelMain\", \"{connection_file}\"]}");
        assertThat(TestShell.run("kernel", "list", "--prefix", temp)
                        .exits(ExitCode.FINDINGS)
                        .out())
                .isEqualTo(spec + "  java /no/java  broken: /no/java is gone\n");
        TestShell doctor = TestShell.run("kernel", "doctor", "--prefix", temp).exits(ExitCode.FINDINGS);
        assertThat(doctor.out())
                .contains("ok    java           " + System.getProperty("java.version"))
                .contains("bad   kernel         " + spec + ": /no/java is gone\n      Run: etude kernel install\n");
    }

    @Test
    void withoutAKernelTheDoctorSaysSo() {
        assertThat(TestShell.run("kernel", "doctor", "--prefix", temp)
                        .exits(ExitCode.FINDINGS)
                        .out())
                .contains("ok    write access   " + temp)
                .endsWith(
                        "bad   kernel         not installed in any place Jupyter looks\n      Run: etude kernel install\n");
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

    /** A stand-in on the PATH of a process of its own, with a home of its own. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void jupyterGetsWhatEtudeDoesNotKnow() throws Exception {
        Path notebooks = Files.createDirectories(temp.resolve("books"));
        String opens = temp.resolve("bin/jupyter") + " lab --notebook-dir=";
        assertThat(elsewhere(List.of(), "lab", notebooks.toString(), "--dry-run", "--no-browser", "--port", "8890"))
                .isEqualTo(opens + notebooks + " --no-browser --port 8890\n");
        assertThat(elsewhere(List.of(), "lab", "--dry-run", "--no-browser")).endsWith(" --no-browser\n");
        assertThat(elsewhere(List.of(), "lab", "--dry-run", "--", "--no-browser"))
                .startsWith(opens)
                .endsWith(" --no-browser\n");
    }

    /** Its program ends at once, so that no cell is run: {@code InstalledKernelTest} does that. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelIsLookedForInTheHomeOfTheEnvironment() throws Exception {
        Path home = temp.resolve("home");
        Path spec = Files.createDirectories(home.resolve(".local/share/jupyter/kernels/etude"));
        Files.writeString(
                spec.resolve("kernel.json"),
                "{\"argv\": [\"/bin/false\", \"-cp\", \"" + Files.createFile(spec.resolve("etude.jar"))
                        + "\", \"org.etude.notebook.kernel.KernelMain\", \"{connection_file}\"]}");
        assertThat(elsewhere(List.of("HOME=" + home), "kernel", "doctor"))
                .contains("ok    kernel         " + spec + "\n")
                .contains("bad   jupyter finds  not this kernel: it looks in /nowhere/jupyter\n")
                .contains("JUPYTER_DATA_DIR=/nowhere/jupyter etude kernel install")
                .contains("bad   kernel         the kernel ended with status 1");
    }

    /** Runs the command line in a process where a Jupyter is on the PATH that looks in /nowhere. */
    private String elsewhere(List<String> environment, String... arguments) throws Exception {
        Path jupyter = Files.createDirectories(temp.resolve("bin")).resolve("jupyter");
        Files.writeString(
                jupyter, "#!/bin/sh\n[ \"$1\" = --paths ] && echo '{\"data\": [\"/nowhere/jupyter\"]}'\nexit 0\n");
        Files.setPosixFilePermissions(jupyter, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                KernelProcess.classPath(),
                "org.etude.cli.Main"));
        command.addAll(List.of(arguments));
        Path out = temp.resolve("out.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(temp.resolve("err.txt").toFile());
        builder.environment().keySet().removeAll(List.of("XDG_DATA_HOME", "JUPYTER_DATA_DIR", "JUPYTER_PATH"));
        builder.environment().put("PATH", temp.resolve("bin") + ":/usr/bin:/bin");
        for (String each : environment) {
            builder.environment().put(each.split("=", 2)[0], each.split("=", 2)[1]);
        }
        Process process = builder.start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        return Files.readString(out);
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
