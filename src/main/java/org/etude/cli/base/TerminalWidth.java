// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Determines the number of characters per line of the user's terminal. */
final class TerminalWidth {
    private static final String PROPERTY = "etude.stdout.columns";
    private static final Path STDOUT = Path.of("/proc/self/fd/1");
    private static final long PATIENCE_MILLIS = 500;
    /** The minimum width; some terminals report 0. */
    private static final int NARROWEST = 20;

    private TerminalWidth() {}

    /**
     * The terminal width of stdout; 0 if it is not a terminal. Provided by the launcher, otherwise by {@code stty}, if
     * available.
     */
    static int ofStdout() {
        String given = System.getProperty(PROPERTY);
        if (given != null) {
            return usable(given);
        }
        try {
            String target = Files.exists(STDOUT) ? STDOUT.toRealPath().toString() : "";
            if (!target.startsWith("/dev/pts/") && !target.startsWith("/dev/tty")) {
                return 0;
            }
            return asked(new File(target));
        } catch (IOException e) {
            return 0;
        }
    }

    private static int asked(File terminal) throws IOException {
        Process stty = new ProcessBuilder("stty", "size")
                .redirectInput(terminal)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                stty.destroyForcibly();
                return 0;
            }
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return usable(size.substring(size.indexOf(' ') + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private static int usable(String columns) {
        try {
            int width = Integer.parseInt(columns.strip());
            return width < NARROWEST ? 0 : width;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
