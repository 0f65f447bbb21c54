// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.etude.notebook.install.Host.Os;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JupyterPathsTest {
    @TempDir
    Path home;

    @Test
    void eachPlatformHasItsPlaceForTheUser() {
        assertThat(user(Os.LINUX, Map.of())).isEqualTo(home.resolve(".local/share/jupyter/kernels"));
        assertThat(user(Os.LINUX, Map.of("XDG_DATA_HOME", "/data"))).isEqualTo(Path.of("/data/jupyter/kernels"));
        assertThat(user(Os.MAC, Map.of("XDG_DATA_HOME", "/data"))).isEqualTo(home.resolve("Library/Jupyter/kernels"));
        assertThat(user(Os.MAC, Map.of("JUPYTER_PLATFORM_DIRS", "1")))
                .isEqualTo(home.resolve("Library/Application Support/Jupyter/kernels"));
        assertThat(user(Os.WINDOWS, Map.of("APPDATA", "/roaming"))).isEqualTo(Path.of("/roaming/jupyter/kernels"));
        assertThat(user(Os.WINDOWS, Map.of())).isEqualTo(home.resolve(".jupyter/data/kernels"));
        assertThat(user(Os.WINDOWS, Map.of("LOCALAPPDATA", "/local", "JUPYTER_PLATFORM_DIRS", "true")))
                .isEqualTo(Path.of("/local/Jupyter/kernels"));
    }

    @Test
    void homeIsWhatTheEnvironmentSays() {
        Map<String, String> stated = Map.of("HOME", "/scratch/home", "USERPROFILE", "/users/me");
        assertThat(Host.home(Os.LINUX, stated, "/passwd")).isEqualTo(Path.of("/scratch/home"));
        assertThat(Host.home(Os.MAC, stated, "/passwd")).isEqualTo(Path.of("/scratch/home"));
        assertThat(Host.home(Os.WINDOWS, stated, "/passwd")).isEqualTo(Path.of("/users/me"));
        assertThat(Host.home(Os.LINUX, Map.of("HOME", " "), "/passwd")).isEqualTo(Path.of("/passwd"));
        assertThat(Host.home(Os.LINUX, Map.of(), "/passwd")).isEqualTo(Path.of("/passwd"));
    }

    @Test
    void jupytersOwnSettingWinsEverywhereAndABlankOneIsNone() {
        for (Os os : Os.values()) {
            assertThat(user(os, Map.of("JUPYTER_DATA_DIR", "/jd"))).isEqualTo(Path.of("/jd/kernels"));
        }
        assertThat(user(Os.LINUX, Map.of("JUPYTER_DATA_DIR", " ")))
                .isEqualTo(home.resolve(".local/share/jupyter/kernels"));
        assertThat(user(Os.MAC, Map.of("JUPYTER_PLATFORM_DIRS", "0")))
                .isEqualTo(home.resolve("Library/Jupyter/kernels"));
    }

    @Test
    void thePythonEnvironmentIsTheActiveOneOrThatOfTheProgramOnThePath() throws IOException {
        assertThat(sysPrefix(Map.of("VIRTUAL_ENV", "/venv", "CONDA_PREFIX", "/conda")))
                .isEqualTo(Path.of("/venv/share/jupyter/kernels"));
        assertThat(sysPrefix(Map.of("CONDA_PREFIX", "/conda"))).isEqualTo(Path.of("/conda/share/jupyter/kernels"));
        Path bin = Files.createDirectories(home.resolve("py/bin"));
        program(bin.resolve("jupyter"));
        assertThat(sysPrefix(Map.of("PATH", "/none" + File.pathSeparator + bin)))
                .isEqualTo(home.resolve("py/share/jupyter/kernels"));
        assertThatThrownBy(() -> sysPrefix(Map.of("PATH", "/none")))
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith("--sys-prefix: no Python environment is active")
                .hasMessageContaining("--prefix DIR");
    }

    @Test
    void kernelsAreLookedForInJupytersOrder() {
        String more = "/one" + File.pathSeparator + "/two";
        assertThat(paths(Os.LINUX, Map.of("JUPYTER_PATH", more, "VIRTUAL_ENV", "/venv"))
                        .all())
                .containsExactly(
                        Path.of("/one/kernels"),
                        Path.of("/two/kernels"),
                        home.resolve(".local/share/jupyter/kernels"),
                        Path.of("/venv/share/jupyter/kernels"),
                        Path.of("/usr/local/share/jupyter/kernels"),
                        Path.of("/usr/share/jupyter/kernels"));
        assertThat(paths(Os.WINDOWS, Map.of("APPDATA", "/a", "PROGRAMDATA", "/p"))
                        .all())
                .containsExactly(Path.of("/a/jupyter/kernels"), Path.of("/p/jupyter/kernels"));
    }

    @Test
    void programsAreFoundByTheRulesOfThePlatform() throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.writeString(bin.resolve("tool"), "not executable");
        Files.writeString(bin.resolve("other.cmd"), "@echo off");
        Host linux = host(Os.LINUX, Map.of("PATH", bin.toString()));
        assertThat(linux.program("tool")).isEmpty();
        program(bin.resolve("tool"));
        assertThat(linux.program("tool")).contains(bin.resolve("tool"));
        assertThat(linux.program("other")).isEmpty();
        assertThat(host(Os.WINDOWS, Map.of("PATH", bin.toString())).program("other"))
                .contains(bin.resolve("other.cmd"));
        assertThat(host(Os.WINDOWS, Map.of()).java()).isEqualTo(home.resolve("jdk/bin/java.exe"));
        assertThat(host(Os.MAC, Map.of()).java()).isEqualTo(home.resolve("jdk/bin/java"));
        assertThat(host(Os.MAC, Map.of()).javaFeature()).isEqualTo(17);
        assertThat(Host.current().java()).exists();
    }

    private static void program(Path file) throws IOException {
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Path user(Os os, Map<String, String> environment) {
        return paths(os, environment).user();
    }

    private Path sysPrefix(Map<String, String> environment) {
        return paths(Os.LINUX, environment).sysPrefix();
    }

    private JupyterPaths paths(Os os, Map<String, String> environment) {
        return new JupyterPaths(host(os, environment));
    }

    private Host host(Os os, Map<String, String> environment) {
        return new Host(os, home, environment, home.resolve("jdk"), "17.0.15");
    }
}
