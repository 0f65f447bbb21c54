// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Looks at pages with a browser that has no network: every name but this machine's address is unknown to it.
 *
 * @param program the browser
 * @param profile a directory it may fill
 */
record Chromium(Path program, Path profile) {
    private static final long LIMIT_SECONDS = 180;

    /** The browser of this machine, if it has one. */
    static Optional<Chromium> find(Path profile) {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .map(program -> new Chromium(program, profile));
    }

    /** The page as it is after its scripts had this many milliseconds of the page's own time. */
    String dom(URI page, int millis) throws IOException, InterruptedException {
        return run("--virtual-time-budget=" + millis, "--dump-dom", page.toString());
    }

    /** A picture of the page, for people. */
    void screenshot(URI page, int millis, int height, Path picture) throws IOException, InterruptedException {
        Files.createDirectories(picture.toAbsolutePath().getParent());
        run(
                "--virtual-time-budget=" + millis,
                "--hide-scrollbars",
                "--window-size=1280," + height,
                "--screenshot=" + picture.toAbsolutePath(),
                page.toString());
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                "--user-data-dir=" + profile));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("chromium-", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the browser did not end: " + String.join(" ", command));
            }
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            Files.delete(out);
        }
    }
}
