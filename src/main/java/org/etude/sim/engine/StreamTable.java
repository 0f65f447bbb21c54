// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The chunks in flight, by number; numbers are reused. */
public final class StreamTable {
    private final List<ChunkStream> streams = new ArrayList<>();
    private final IntArrayList free = new IntArrayList();

    /** Reserves a number for a new stream. */
    int reserve() {
        if (!free.isEmpty()) {
            return free.popInt();
        }
        streams.add(null);
        return streams.size() - 1;
    }

    void put(ChunkStream stream) {
        streams.set(stream.slot, stream);
    }

    public ChunkStream get(int slot) {
        return streams.get(slot);
    }

    void remove(ChunkStream stream) {
        streams.set(stream.slot, null);
        free.add(stream.slot);
    }

    /** All chunks in flight; for diagnosis. */
    public List<ChunkStream> all() {
        return streams.stream().filter(Objects::nonNull).toList();
    }
}
