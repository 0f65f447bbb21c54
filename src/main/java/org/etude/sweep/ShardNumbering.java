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
 * How the tasks of an array are numbered, kept next to the shards' directories: the first task writes it down, so that failed
 * tasks that run again, whose scheduler tells another range, are still the same shards.
 */
public final class ShardNumbering {
    /** The file next to the shards' directories. */
    static final String FILE = "array.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    private ShardNumbering() {}

    /**
     * The shard of a task.
     *
     * @param whole where the shards' directories are
     * @param shards the number of shards, where the user says it
     * @param firstTask the task that is shard 0, where the user says it
     * @throws SweepException when the environment does not tell enough, or other shards were numbered otherwise
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
                        file + ": the shards here are tasks " + known
                                + ", which is not what --shards and --first-task say",
                        "Say the same for all tasks, or name another directory with --out.");
            }
            return known.shard(task);
        } catch (IOException e) {
            throw new SweepException(file + ": cannot be read or written", "Remove it, or name another directory.", e);
        }
    }
}
