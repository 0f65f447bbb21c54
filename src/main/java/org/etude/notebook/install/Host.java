// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The machine as the installer sees it; simulated in tests, so that the rules of each platform are tested everywhere.
 *
 * @param os its kind
 * @param home the user's home directory
 * @param environment the environment variables
 * @param javaHome the JDK that will run the kernel
 * @param javaVersion its version, as in {@code java.version}
 */
public record Host(Os os, Path home, Map<String, String> environment, Path javaHome, String javaVersion) {

    /** Kinds of operating systems with different file locations. */
    public enum Os {
        /** Linux and other Unixes. */
        LINUX,
        /** macOS. */
        MAC,
        /** Windows. */
        WINDOWS
    }

    /** The current machine. */
    public static Host current() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        Os os = name.startsWith("windows") ? Os.WINDOWS : name.startsWith("mac") ? Os.MAC : Os.LINUX;
        return new Host(
                os,
                home(os, System.getenv(), System.getProperty("user.home")),
                System.getenv(),
                Path.of(System.getProperty("java.home")),
                System.getProperty("java.version"));
    }

    /**
     * The home directory as Python, and so Jupyter, determines it: from the environment before the account. Containers
     * and batch systems set the variable, which Java ignores.
     */
    static Path home(Os os, Map<String, String> environment, String ofAccount) {
        String stated = environment.get(os == Os.WINDOWS ? "USERPROFILE" : "HOME");
        return Path.of(stated == null || stated.isBlank() ? ofAccount : stated);
    }

    /** An environment variable; empty when it is not set or blank. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** An environment variable that names a directory. */
    Optional<Path> directory(String name) {
        return variable(name).map(Path::of);
    }

    /** The {@code java} executable. */
    Path java() {
        return javaHome.resolve("bin").resolve(os == Os.WINDOWS ? "java.exe" : "java");
    }

    /** The feature release of the JDK: 17, 25. */
    int javaFeature() {
        return Integer.parseInt(javaVersion.split("[.+-]", 2)[0]);
    }

    /** A program on the PATH, by the rules of the platform. */
    Optional<Path> program(String name) {
        List<String> endings = os == Os.WINDOWS ? List.of(".exe", ".cmd", ".bat") : List.of("");
        for (String entry : variable("PATH").orElse("").split(Pattern.quote(File.pathSeparator))) {
            if (entry.isBlank()) {
                continue;
            }
            for (String ending : endings) {
                Path file = Path.of(entry).resolve(name + ending);
                if (Files.isRegularFile(file) && (os == Os.WINDOWS || Files.isExecutable(file))) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    /** The directory of a Python environment's programs. */
    Path programsOf(Path environment) {
        return environment.resolve(os == Os.WINDOWS ? "Scripts" : "bin");
    }
}
