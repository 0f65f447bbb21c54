// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One shard of a sweep for one task of a job array: points {@code index}, {@code index + count}, ... in the order of
 * the sweep. The shards partition the sweep.
 *
 * @param index number of the shard, from 0
 * @param count number of shards
 */
public record Shard(int index, int count) {
    /** The whole sweep. */
    public static final Shard WHOLE = new Shard(0, 1);

    /** Rejects an index out of range. */
    public Shard {
        if (count < 1 || index < 0 || index >= count) {
            throw new SweepException(
                    "shard " + index + " of " + count + " does not exist",
                    "Shards run from 0 to count - 1; with SLURM: shard(SLURM_ARRAY_TASK_ID, SLURM_ARRAY_TASK_COUNT).");
        }
    }

    /** The points of this shard among this many points of the whole, ascending. */
    public List<Integer> among(int points) {
        return IntStream.iterate(index, point -> point < points, point -> point + count)
                .boxed()
                .toList();
    }
}
