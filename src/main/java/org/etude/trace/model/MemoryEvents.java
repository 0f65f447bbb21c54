// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Allocations and releases of one rank, as PyTorch's allocators reported them ({@code profile_memory=True}): columns
 * sorted by time. Missing values are {@link DeviceTrace#NONE}.
 *
 * @param nanos when, in ns on the rank's clock
 * @param lane lane of the host thread
 * @param deviceType c10's number of the device's type: 0 host, 1 CUDA, 6 HIP, ...
 * @param device ordinal of the device; -1 for the host
 * @param change bytes allocated; negative for released
 * @param allocated bytes in use on the device afterwards
 * @param reserved bytes of the device that the allocator holds afterwards
 */
public record MemoryEvents(
        long[] nanos, int[] lane, int[] deviceType, int[] device, long[] change, long[] allocated, long[] reserved) {
    /** No events. */
    public static final MemoryEvents NONE =
            new MemoryEvents(new long[0], new int[0], new int[0], new int[0], new long[0], new long[0], new long[0]);

    /** Number of events. */
    public int size() {
        return nanos.length;
    }

    /** The events at matching times. */
    public MemoryEvents at(LongPredicate passes) {
        int[] rows =
                IntStream.range(0, size()).filter(i -> passes.test(nanos[i])).toArray();
        return pick(rows);
    }

    /** These rows, in this order. */
    public MemoryEvents pick(int[] rows) {
        return new MemoryEvents(
                ColumnGather.pick(nanos, rows),
                ColumnGather.pick(lane, rows),
                ColumnGather.pick(deviceType, rows),
                ColumnGather.pick(device, rows),
                ColumnGather.pick(change, rows),
                ColumnGather.pick(allocated, rows),
                ColumnGather.pick(reserved, rows));
    }

    /** Name of the device: cpu, cuda:0, hip:1; with the type number if c10's type has no common name. */
    public String deviceName(int i) {
        String type =
                switch (deviceType[i]) {
                    case 0 -> "cpu";
                    case 1 -> "cuda";
                    case 6 -> "hip";
                    case 9 -> "xla";
                    case 12 -> "xpu";
                    case 13 -> "mps";
                    case 15 -> "hpu";
                    case 19 -> "mtia";
                    case 20 -> "privateuse1";
                    default -> "type" + deviceType[i];
                };
        return device[i] < 0 ? type : type + ":" + device[i];
    }
}
