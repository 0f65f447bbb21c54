// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A kernel in a process of its own, as Jupyter starts it. */
public final class KernelProcess implements AutoCloseable {
    private final Process process;
    private final Path file;

    /** Starts one with JVM options and, where not null, a parent to watch. */
    public KernelProcess(Path directory, List<String> options, String parent) throws IOException {
        file = TestConnection.in(directory);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // it ends before more would pay
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), "org.etude.notebook.kernel.KernelMain", file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("kernel.log").toFile());
        builder.environment().remove("JPY_PARENT_PID");
        if (parent != null) {
            builder.environment().put("JPY_PARENT_PID", parent);
        }
        process = builder.start();
    }

    /** The class path of this JVM, whoever made its loaders. */
    public static String classPath() {
        Set<String> parts = new LinkedHashSet<>(
                List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
        for (ClassLoader at = KernelProcess.class.getClassLoader(); at != null; at = at.getParent()) {
            if (at instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    try {
                        parts.add(Path.of(url.toURI()).toString());
                    } catch (URISyntaxException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }
        return String.join(File.pathSeparator, parts);
    }

    public Path file() {
        return file;
    }

    public Process process() {
        return process;
    }

    /** Waits for its end. */
    boolean ends(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
