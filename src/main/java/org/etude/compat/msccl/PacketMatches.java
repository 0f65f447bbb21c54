// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import java.util.ArrayList;
import java.util.List;

/**
 * Packets (LL) written to a GPU's buffers and the operations that read them there. The flag of a packet has one value per
 * run, so a place is written once, and whoever reads it waits for that. O(writes times reads).
 */
final class PacketMatches {
    /**
     * A part of a buffer, and the node that writes or reads it.
     *
     * @param first its first chunk
     * @param size its chunks, or the slice of them that the node handles
     * @param block the thread block of this GPU that writes or reads it, null for one of another GPU
     */
    private record Place(String buffer, long first, ChunkSlice size, Object block, int node) {
        /** Whether both have bytes in common. */
        boolean meets(Place other) {
            return buffer.equals(other.buffer) && startsBefore(other) && other.startsBefore(this);
        }

        /** Whether this begins before the other ends, in units of a slice of both. */
        private boolean startsBefore(Place other) {
            long begin = first * size.of() + size.chunks() * size.number();
            long end = other.first * other.size.of() + other.size.chunks() * (other.size.number() + 1L);
            return Math.multiplyExact(begin, (long) other.size.of()) < Math.multiplyExact(end, (long) size.of());
        }
    }

    private final List<Place> written = new ArrayList<>();
    private final List<Place> read = new ArrayList<>();

    /** Packets that another GPU writes, which arrive with a node of this one. */
    void arrive(String buffer, long first, ChunkSlice size, int node) {
        written.add(new Place(buffer, first, size, null, node));
    }

    /** Packets that a thread block of this GPU writes. */
    void write(String buffer, long first, ChunkSlice size, Object block, int node) {
        written.add(new Place(buffer, first, size, block, node));
    }

    /** An operation of a thread block that reads packets. */
    void read(String buffer, long first, ChunkSlice size, Object block, int node) {
        read.add(new Place(buffer, first, size, block, node));
    }

    /** Makes each reader wait for what it reads; the order within a thread block is given. */
    void connect(PlanGraph graph, int gpu) {
        for (Place reader : read) {
            for (Place packet : written) {
                if (reader.block != packet.block && reader.meets(packet)) {
                    graph.after(gpu, reader.node, packet.node);
                }
            }
        }
    }
}
