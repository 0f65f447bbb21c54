// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.etude.report.AtomicFiles;

/**
 * The numbering of an array's tasks, stored next to the shards' directories. The first task writes it, so that rerun
 * tasks, for which the scheduler reports a different range, still map to the same shards.
 */
public final class ShardNumbering {
    /** The file next to the shards' directories. */
    static final String FILE = "array.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    private ShardNumbering() {}

    /**
     * The shard of a task.
     *
     * @param whole the parent directory of the shards
     * @param shards the number of shards, if given by the user
     * @param firstTask the task that is shard 0, if given by the user
     * @throws SweepException when the environment is insufficient, or other shards were numbered differently
     */
    public static Shard shard(Path whole, JobArray task, OptionalInt shards, OptionalLong firstTask) {
        Path file = whole.resolve(FILE);
        try {
            if (!Files.exists(file)) {
                JobArray.Numbering made = task.numbering(shards, firstTask);
                Shard shard = made.shard(task);
                AtomicFiles.write(file, out -> out.write(JSON.writeValueAsBytes(made)));
                return shard;
            }
            JobArray.Numbering known = JSON.readValue(Files.readAllBytes(file), JobArray.Numbering.class);
            if (shards.isPresent() && shards.getAsInt() != known.shards()
                    || firstTask.isPresent() && firstTask.getAsLong() != known.first()) {
                throw new SweepException(
                        file + ": the shards here are tasks " + known + ", which contradicts --shards and --first-task",
                        "Give the same options to all tasks, or choose another directory with --out.");
            }
            return known.shard(task);
        } catch (IOException e) {
            throw new SweepException(
                    file + ": cannot be read or written", "Remove it, or choose another directory.", e);
        }
    }
}
