package org.etude.cli;

import org.etude.cli.base.Console;
import org.etude.cli.base.ExitCode;

/** Runs one command: {@code etude COMMAND ...}. */
public final class Main {
    private Main() {}

    /** Runs the command and ends the process with its {@link ExitCode}. */
    public static void main(String[] args) {
        System.exit(main(Interruption.watch(), Console.ofProcess(), args));
    }

    static int main(Interruption interruption, Console console, String... args) {
        interruption.announceTo(console, PartialOutput.of(args));
        try {
            return console.finish(Shell.run(console, args));
        } finally {
            interruption.finished();
        }
    }
}
