package org.etude.cli;

import java.util.concurrent.Callable;
import org.etude.report.Progress;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What every command has: a console, help and progress. */
abstract class Command implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    private Console console;
    private TerminalProgress progress;

    /** Gives the command its streams; called once before it runs. */
    final Command on(Console streams) {
        console = streams;
        return this;
    }

    /** Adds commands of its own below it. */
    void addTo(CommandLine line) {}

    final Console console() {
        return console;
    }

    /** Progress on the terminal, if somebody is there to see it. */
    final Progress progress() {
        if (!console.watched()) {
            return Progress.NONE;
        }
        if (progress == null) {
            progress = new TerminalProgress(console.err(), System::nanoTime);
        }
        return progress;
    }

    /** Wipes the progress line; before anything is printed. */
    final void quiet() {
        if (progress != null) {
            progress.clear();
        }
    }
}
