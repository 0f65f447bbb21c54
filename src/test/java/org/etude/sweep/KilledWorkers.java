// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.etude.cli.TestShell;

/**
 * Two processes that make the two parts of a whole, and are killed at moments drawn at random: some while they start, most after something
 * new was kept, so that kills meet work whatever a JVM takes to start.
 */
final class KilledWorkers {
    /** Every few rounds workers are killed while they start. */
    private static final int EARLY = 6;

    private static final int START_MILLIS = 700;
    private static final long PATIENCE_MINUTES = 5;

    private final Random random = new Random(1);
    private final int mostMillis;
    private int rounds;
    private int kills;
    private int killsAtWork;

    /** Workers that are killed at the latest this long after the first of them has kept an outcome. */
    KilledWorkers(int mostMillis) {
        this.mostMillis = mostMillis;
    }

    /** How many processes were killed; those that had ended are not. */
    int kills() {
        return kills;
    }

    /** How many of them were killed after one of the two kept something. */
    int killsAtWork() {
        return killsAtWork;
    }

    /**
     * Starts both and kills one after the other.
     *
     * @param place where files that end so tell of work that was done
     */
    void startAndKill(Path place, String ending, Function<String, Object[]> commandOfPart) throws Exception {
        long before = kept(place, ending);
        List<Process> workers = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                workers.add(worker(commandOfPart.apply(i + "/2")).start());
            }
            boolean early = rounds++ % EARLY == EARLY - 1;
            if (!early) {
                awaitWork(workers, place, ending, before);
            }
            for (Process worker : workers) {
                worker.waitFor(random.nextInt(early ? START_MILLIS : mostMillis), TimeUnit.MILLISECONDS);
                boolean worked = kept(place, ending) > before;
                if (worker.destroyForcibly().waitFor() != 0) {
                    kills++;
                    killsAtWork += worked ? 1 : 0;
                }
            }
        } finally {
            workers.forEach(Process::destroyForcibly);
        }
    }

    private static ProcessBuilder worker(Object... command) {
        ProcessBuilder builder = TestShell.builder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.command().add(1, "-XX:+UseSerialGC"); // starts sooner
        return builder;
    }

    private static void awaitWork(List<Process> workers, Path place, String ending, long before) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        while (kept(place, ending) == before && workers.stream().anyMatch(Process::isAlive)) {
            assertThat(System.nanoTime()).as("time without any work").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Workers rename and remove files meanwhile: what is gone when it is looked at does not count. */
    private static long kept(Path place, String ending) throws IOException {
        long[] count = {0};
        Files.walkFileTree(place, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes type) {
                count[0] += file.toString().endsWith(ending) ? 1 : 0;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
        return count[0];
    }
}
