// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.trace.model.HostTrace;

/**
 * The memory of a rank in a recorded step, in bytes.
 *
 * @param rank the rank
 * @param step the profiler's number of the step, -1 when the recording has none
 * @param device the device of the tensors
 * @param most the maximum held at once, by kind
 * @param peak the maximum held at once
 * @param rise the largest rise of held memory above an earlier low
 * @param operator the host operator at the peak
 * @param recordedRise the same rise according to the profiler's memory events; -1 without them
 */
public record StepMemory(
        int rank,
        int step,
        String device,
        Map<MemoryKind, Long> most,
        long peak,
        long rise,
        String operator,
        long recordedRise) {
    /** Copies the map. */
    public StepMemory {
        most = Map.copyOf(most);
    }

    /** Of one step of an execution trace. */
    static StepMemory of(int rank, int number, HostTrace host, StepStorages step, long recordedRise) {
        HeldBytes held = HeldBytes.of(step, StorageLife::bytes);
        int fullest = held.fullest(step.from(), step.to());
        long peak = held.most(step.from(), step.to());
        return new StepMemory(
                rank,
                number,
                step.device(),
                Stream.of(MemoryKind.values()).collect(Collectors.toMap(kind -> kind, kind -> most(step, kind))),
                peak,
                rise(held.held()),
                fullest < 0 ? "" : host.name(fullest),
                recordedRise);
    }

    private static long rise(long[] held) {
        long lowest = Long.MAX_VALUE;
        long rise = 0;
        for (long bytes : held) {
            lowest = Math.min(lowest, bytes);
            rise = Math.max(rise, bytes - lowest);
        }
        return rise;
    }

    private static long most(StepStorages step, MemoryKind kind) {
        return HeldBytes.of(step, life -> life.kind() == kind ? life.bytes() : 0)
                .most(step.from(), step.to());
    }

    /** The maximum of a kind held at once. */
    public long most(MemoryKind kind) {
        return most.get(kind);
    }
}
