// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.etude.link.host.LaneNumbers;
import org.etude.link.host.RankContext;
import org.etude.number.BinarySearch;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/** Finds the communication annotation on a GPU stream that covers a kernel. */
final class GpuAnnotations {
    private final RankContext rank;
    private final Long2ObjectOpenHashMap<IntArrayList> byStream = new Long2ObjectOpenHashMap<>();

    GpuAnnotations(RankContext rank) {
        this.rank = rank;
        DeviceTrace device = rank.device();
        for (int i = 0; i < rank.eventSize(); i++) {
            if (device.kind(i) == EventKind.GPU_ANNOTATION && rank.names().isNamedOperator(i)) {
                byStream.computeIfAbsent(LaneNumbers.streamKey(rank, i), key -> new IntArrayList())
                        .add(i);
            }
        }
    }

    /** The latest communication annotation that is open on the kernel's stream when the kernel starts, or -1. */
    int covering(int kernel) {
        DeviceTrace device = rank.device();
        IntArrayList annotations = byStream.get(LaneNumbers.streamKey(rank, kernel));
        long start = device.startNanos(kernel);
        int known = annotations == null ? 0 : annotations.size();
        int next = BinarySearch.firstNot(0, known, i -> device.startNanos(annotations.getInt(i)) <= start);
        for (int k = next - 1; k >= 0 && k >= next - 8; k--) {
            if (device.endNanos(annotations.getInt(k)) > start) {
                return annotations.getInt(k);
            }
        }
        return -1;
    }
}
