// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.util.Map;
import org.etude.cli.base.Console;
import org.etude.cli.base.ExitCode;

/** Runs one command: {@code etude COMMAND ...}. */
public final class Main {
    /**
     * Presets that spare libraries a search of every jar at startup that would find nothing: Groovy closures (picocli),
     * and other loggers than the silent one included with Etude (SLF4J); and picocli 40 classes of dates and databases,
     * which no option is of. Opening the jars costs more than a short command.
     */
    private static final Map<String, String> SEARCHES_SPARED = Map.of(
            "picocli.disable.closures", "true",
            "picocli.converters.excludes", "java[.](sql|time)[.].*",
            "slf4j.provider", "org.slf4j.nop.NOPServiceProvider",
            "slf4j.internal.verbosity", "WARN");

    private Main() {}

    /** Runs the command and ends the process with its {@link ExitCode}. */
    public static void main(String[] args) {
        spareSearches();
        int code = main(Interruption.watch(), Console.ofProcess(), args);
        if (code != ExitCode.OK || othersRun()) {
            System.exit(code);
        }
        // Returning ends the process too. From JDK 21 on, exit looks for a logger in every jar first: a tenth of a
        // short command.
    }

    /** Whether a thread is left that would keep the process alive. */
    private static boolean othersRun() {
        Thread[] threads = new Thread[Thread.activeCount() + 2];
        int count = Thread.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) {
                return true;
            }
        }
        return count == threads.length;
    }

    /** A property set by the user is kept. */
    static void spareSearches() {
        for (Map.Entry<String, String> spared : SEARCHES_SPARED.entrySet()) {
            if (System.getProperty(spared.getKey()) == null) {
                System.setProperty(spared.getKey(), spared.getValue());
            }
        }
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
