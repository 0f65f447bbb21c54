// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.stream.IntStream;
import org.etude.trace.model.MemoryEvents;

/** Growing columns of {@code [memory]} instants in file order. */
final class MemoryColumns {
    /** Name of the instants. */
    static final String NAME = "[memory]";

    private final LongArrayList nanos = new LongArrayList();
    private final IntArrayList lane = new IntArrayList();
    private final IntArrayList deviceType = new IntArrayList();
    private final IntArrayList device = new IntArrayList();
    private final LongArrayList change = new LongArrayList();
    private final LongArrayList allocated = new LongArrayList();
    private final LongArrayList reserved = new LongArrayList();

    void add(long at, int thread, EventArgs args) {
        nanos.add(at);
        lane.add(thread);
        deviceType.add((int) args.deviceType);
        device.add((int) args.deviceId);
        change.add(args.change);
        allocated.add(args.allocated);
        reserved.add(args.reserved);
    }

    /** Sorted by time, in file order at equal times. */
    MemoryEvents build() {
        MemoryEvents all = new MemoryEvents(
                nanos.toLongArray(),
                lane.toIntArray(),
                deviceType.toIntArray(),
                device.toIntArray(),
                change.toLongArray(),
                allocated.toLongArray(),
                reserved.toLongArray());
        int[] order = IntStream.range(0, all.size())
                .boxed()
                .sorted((a, b) -> Long.compare(all.nanos()[a], all.nanos()[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        return all.pick(order);
    }
}
