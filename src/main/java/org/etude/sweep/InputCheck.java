// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;

/**
 * Checks that all shards read the same state of the inputs. A shard digests only the files that it reads, so each file
 * is compared with its present content. If files are gone, equal names, lengths and modification times of all files in
 * all shards show that nothing changed between shards.
 */
final class InputCheck {
    private InputCheck() {}

    /**
     * Checks the shards of one sweep or other work.
     *
     * @return how many files are gone
     * @throws SweepException when a file differs from what a shard read, or cannot be compared
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     */
    static int check(List<ShardRecord> shards, Progress progress) {
        boolean alike = shards.stream().map(ShardRecord::stamps).distinct().count() == 1;
        FileDigests digests = new FileDigests();
        List<Callable<Boolean>> checks = new ArrayList<>();
        for (ShardRecord shard : shards) {
            shard.files()
                    .forEach((file, digest) ->
                            checks.add(() -> isGone(shard, Map.entry(Path.of(file), digest), digests, alike)));
        }
        try (WorkerPool pool =
                new WorkerPool("etude-inputs", Runtime.getRuntime().availableProcessors())) {
            List<Boolean> gone = pool.inOrder(checks, done -> {
                Progress.checkInterrupted();
                progress.at("compare inputs", done, checks.size());
            });
            return Collections.frequency(gone, true);
        }
    }

    private static boolean isGone(ShardRecord shard, Map.Entry<Path, String> read, FileDigests digests, boolean alike) {
        Path file = read.getKey();
        String reader = "shard " + shard.shard() + " of " + shard.shards();
        boolean gone = Files.notExists(file);
        if (!gone) {
            if (!digests.whole(file).equals(read.getValue())) {
                throw new SweepException(
                        file + ": was changed after " + reader + " read it, so the shards may have different inputs",
                        "Put the file back as it was, or run the shards again.");
            }
        } else if (!alike) {
            throw new SweepException(
                    file
                            + ": is missing, and the files did not have the same modification times for all shards, so"
                            + " the inputs may have changed between " + reader + " and another",
                    "Merge where the traces are.");
        }
        return gone;
    }
}
