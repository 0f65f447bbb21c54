// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.etude.cli.TestShell;

/** Two processes that make the two parts of a whole, and are killed at moments drawn at random. */
final class KilledWorkers {
    private final Random random = new Random(1);
    private final int mostMillis;

    /** Workers that live for so long at most. */
    KilledWorkers(int mostMillis) {
        this.mostMillis = mostMillis;
    }

    /** Starts both and kills one after the other. */
    void startAndKill(Function<String, Object[]> commandOfPart) throws Exception {
        List<Process> workers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            workers.add(TestShell.builder(commandOfPart.apply(i + "/2"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        }
        for (Process worker : workers) {
            worker.waitFor(random.nextInt(mostMillis), TimeUnit.MILLISECONDS);
            worker.destroyForcibly().waitFor();
        }
    }
}
