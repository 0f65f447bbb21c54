// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.concurrent.Callable;
import org.etude.report.Progress;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The common part of all commands: console, help and progress. */
public abstract class Command implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    private Console console;
    private TerminalProgress progress;

    /** Sets the command's streams; called once before it runs. */
    public final Command on(Console streams) {
        console = streams;
        return this;
    }

    /** Adds subcommands. */
    public void addTo(CommandLine line) {}

    public final Console console() {
        return console;
    }

    /** Progress on the terminal, if there is one. */
    public final Progress progress() {
        if (!console.watched()) {
            return Progress.NONE;
        }
        if (progress == null) {
            progress = new TerminalProgress(console.err(), System::nanoTime);
        }
        return progress;
    }

    /** Clears the progress line; called before anything is printed. */
    public final void quiet() {
        if (progress != null) {
            progress.clear();
        }
    }
}
