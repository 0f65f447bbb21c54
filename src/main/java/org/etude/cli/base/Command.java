// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.concurrent.Callable;
import org.etude.report.Progress;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What every command has: a console, help and progress. */
public abstract class Command implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    private Console console;
    private TerminalProgress progress;

    /** Gives the command its streams; called once before it runs. */
    public final Command on(Console streams) {
        console = streams;
        return this;
    }

    /** Adds commands of its own below it. */
    public void addTo(CommandLine line) {}

    public final Console console() {
        return console;
    }

    /** Progress on the terminal, if somebody is there to see it. */
    public final Progress progress() {
        if (!console.watched()) {
            return Progress.NONE;
        }
        if (progress == null) {
            progress = new TerminalProgress(console.err(), System::nanoTime);
        }
        return progress;
    }

    /** Wipes the progress line; before anything is printed. */
    public final void quiet() {
        if (progress != null) {
            progress.clear();
        }
    }
}
