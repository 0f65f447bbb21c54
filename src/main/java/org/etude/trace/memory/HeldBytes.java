// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import java.util.function.ToLongFunction;

/**
 * Bytes held at each node of a step.
 *
 * @param from the step's first node
 * @param held bytes by node
 */
public record HeldBytes(int from, long[] held) {
    /**
     * Adds up storages, including the gradients of the previous step while they are held. Linear in nodes and storages.
     *
     * @param step the step
     * @param bytes the bytes counted for each storage
     */
    public static HeldBytes of(StepStorages step, ToLongFunction<StorageLife> bytes) {
        long[] held = new long[Math.max(1, step.to() - step.from())];
        long older = 0;
        for (StorageLife life : step.lives()) {
            long own = bytes.applyAsLong(life);
            int begin = life.isOlder() ? step.from() : life.born();
            held[begin - step.from()] += own;
            if (life.last() + 1 < step.to()) {
                held[life.last() + 1 - step.from()] -= own;
            }
            older += life.kind() == MemoryKind.GRADIENTS && !life.isOlder() ? own : 0;
        }
        if (step.olderGradients() > step.from()) {
            held[0] += older;
            held[step.olderGradients() - step.from()] -= older;
        }
        for (int at = 1; at < held.length; at++) {
            held[at] += held[at - 1];
        }
        return new HeldBytes(step.from(), held);
    }

    /** The first node in [begin, end) at which most bytes are held; -1 for an empty range. */
    public int fullest(int begin, int end) {
        int most = -1;
        for (int node = begin; node < end && node - from < held.length; node++) {
            most = most < 0 || held[node - from] > held[most - from] ? node : most;
        }
        return most;
    }

    /** The maximum of held bytes in [begin, end); 0 for an empty range. */
    public long most(int begin, int end) {
        int node = fullest(begin, end);
        return node < 0 ? 0 : held[node - from];
    }
}
