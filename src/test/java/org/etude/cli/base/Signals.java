// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Signals to processes. The shell sends them: it has kill built in, while a program of that name is missing on small systems. */
final class Signals {
    private Signals() {}

    /** Sends a signal, such as INT. */
    static void send(String signal, Process process) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid())
                .start()
                .waitFor();
        assertThat(exit).as("kill -%s", signal).isZero();
    }
}
