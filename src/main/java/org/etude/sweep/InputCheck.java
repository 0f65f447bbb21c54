// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.etude.report.WorkerPool;

/**
 * Whether all shards read the same state of the inputs. A shard digests the files that it reads, whole, and no others; so the files are
 * compared with what they are now. Where they are gone, equal names, lengths and modification times of all files in all shards show
 * that nothing was changed between one shard and another.
 */
final class InputCheck {
    private InputCheck() {}

    /**
     * Checks shards of one whole.
     *
     * @throws SweepException when a file differs from what a shard read, or cannot be compared
     */
    static void check(List<ShardRecord> shards) {
        boolean alike = shards.stream().map(ShardRecord::stamps).distinct().count() == 1;
        FileDigests digests = new FileDigests();
        List<Future<Void>> checks = new ArrayList<>();
        try (WorkerPool pool =
                new WorkerPool("etude-inputs", Runtime.getRuntime().availableProcessors())) {
            for (ShardRecord shard : shards) {
                shard.files()
                        .forEach((file, digest) -> checks.add(pool.submit(() -> {
                            check(shard, Map.entry(Path.of(file), digest), digests, alike);
                            return null;
                        })));
            }
            checks.forEach(WorkerPool::result);
        }
    }

    private static void check(ShardRecord shard, Map.Entry<Path, String> read, FileDigests digests, boolean alike) {
        Path file = read.getKey();
        String reader = "shard " + shard.shard() + " of " + shard.shards();
        if (Files.exists(file)) {
            if (!digests.whole(file).equals(read.getValue())) {
                throw new SweepException(
                        file + ": was changed after " + reader
                                + " read it, so that the shards may be of different inputs",
                        "Put the file back as it was, or run the shards again.");
            }
        } else if (!alike) {
            throw new SweepException(
                    file
                            + ": is not here, and the files did not have the same modification times for all shards, so that"
                            + " the inputs may have been changed between " + reader + " and another",
                    "Merge where the traces are.");
        }
    }
}
