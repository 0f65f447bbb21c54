// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The streams of a command.
 *
 * @param out results
 * @param err errors and progress
 * @param watched whether stderr is a terminal
 * @param width characters per line if stdout is a terminal, else 0
 */
public record Console(PrintStream out, PrintStream err, boolean watched, int width) {
    private static final String TERMINAL_PROPERTY = "etude.stderr.terminal";

    /** For stdout that is not a terminal. */
    public Console(PrintStream out, PrintStream err, boolean watched) {
        this(out, err, watched, 0);
    }

    /** The streams of the process, in UTF-8 regardless of the locale. */
    public static Console ofProcess() {
        OutputStream err = new BufferedOutputStream(new FileOutputStream(FileDescriptor.err), 1 << 16);
        return new Console(
                ResultStream.on(new FileOutputStream(FileDescriptor.out), isPipe()),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                isTerminal(),
                TerminalWidth.ofStdout());
    }

    /** Prints a message on stderr, safe for a terminal whatever it quotes from a file. */
    public void say(String message) {
        err.println("etude: " + ErrorLines.of(message));
    }

    /** Whether these are the streams of the process, which a child process can inherit. */
    public boolean isOfProcess() {
        return out instanceof ResultStream;
    }

    private static boolean isPipe() {
        Path target = Path.of("/proc/self/fd/1");
        try {
            String name = Files.isSymbolicLink(target)
                    ? Files.readSymbolicLink(target).toString()
                    : "";
            return name.startsWith("pipe:") || name.startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Uses the launcher's information; without it, the device behind descriptor 2 on Linux, and the JDK's console
     * elsewhere.
     */
    private static boolean isTerminal() {
        String given = System.getProperty(TERMINAL_PROPERTY);
        if (given != null) {
            return Boolean.parseBoolean(given);
        }
        Path device = Path.of("/proc/self/fd/2");
        try {
            if (Files.exists(device)) {
                String target = device.toRealPath().toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
            }
        } catch (IOException e) {
            return false;
        }
        return System.console() != null;
    }

    public void flush() {
        out.flush();
        err.flush();
    }

    /**
     * Flushes, and reports lost output, for example when the disk is full. A reader that stopped reading, such as
     * {@code head}, is not an error.
     *
     * @return the status, or {@link ExitCode#FAILED} instead of success when output was lost
     */
    public int finish(int code) {
        out.flush();
        boolean lost = out instanceof ResultStream results && results.lost();
        if (lost) {
            err.println("etude: the output could not be written: " + ((ResultStream) out).reason());
            err.println("  Send it to where there is room; what it holds now is incomplete.");
        }
        err.flush();
        return lost && code == ExitCode.OK ? ExitCode.FAILED : code;
    }
}
