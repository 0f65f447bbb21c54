package org.etude.cli;

/** Runs one command: {@code etude COMMAND ...}. */
public final class Main {
    private Main() {}

    /** Runs the command and ends the process with its {@link ExitCode}. */
    public static void main(String[] args) {
        Interruption interruption = Interruption.watch();
        Console console = Console.ofProcess();
        int code = console.finish(Shell.run(console, args));
        interruption.finished();
        System.exit(code);
    }
}
