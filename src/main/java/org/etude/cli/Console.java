package org.etude.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a command writes.
 *
 * @param out results
 * @param err errors and progress
 * @param watched whether somebody sees stderr on a terminal
 */
record Console(PrintStream out, PrintStream err, boolean watched) {
    private static final String TERMINAL_PROPERTY = "etude.stderr.terminal";

    /** The streams of the process, UTF-8 whatever the locale is. */
    static Console ofProcess() {
        return new Console(stream(FileDescriptor.out), stream(FileDescriptor.err), isTerminal());
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        BufferedOutputStream buffered = new BufferedOutputStream(new FileOutputStream(descriptor), 1 << 16);
        return new PrintStream(buffered, false, StandardCharsets.UTF_8);
    }

    /** The launcher says so; without it, Linux tells by the device behind descriptor 2, others by the JDK's console. */
    private static boolean isTerminal() {
        String told = System.getProperty(TERMINAL_PROPERTY);
        if (told != null) {
            return Boolean.parseBoolean(told);
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

    void flush() {
        out.flush();
        err.flush();
    }
}
