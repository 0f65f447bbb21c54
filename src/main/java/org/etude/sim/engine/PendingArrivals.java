// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.Arrays;
import org.etude.network.queue.EventQueue;

/** Columns of the messages about to arrive, in event order, with their receivers. */
final class PendingArrivals {
    long[] tick = new long[64];
    /** The event of each arrival. */
    int[] event = new int[64];

    int[] message = new int[64];
    ChunkStream[] stream = new ChunkStream[64];
    /** The index of the message to whose receiver each receiver sends. */
    int[] successor = new int[64];

    int count;

    void clear() {
        Arrays.fill(stream, 0, count, null);
        count = 0;
    }

    void add(long at, int cell, int number, ChunkStream receiver) {
        makeRoom();
        tick[count] = at;
        event[count] = cell;
        message[count] = number;
        stream[count++] = receiver;
    }

    /** The time from the first to the last arrival, ns. */
    long span() {
        return last() - tick[0];
    }

    long last() {
        return tick[count - 1];
    }

    /** Rotates the messages: rounds later, each is replaced by the one this many receivers ahead. */
    void turn(int rounds, long time) {
        int[] turned = new int[count];
        int[] ring = new int[count];
        Arrays.fill(turned, -1);
        for (int begin = 0; begin < count; begin++) {
            int length = 0;
            for (int at = begin; turned[at] < 0; at = successor[at]) {
                ring[length++] = at;
                turned[at] = event[at];
            }
            for (int i = 0; i < length; i++) {
                turned[ring[i]] = event[ring[(i + rounds) % length]];
            }
        }
        for (int i = 0; i < count; i++) {
            event[i] = turned[i];
            tick[i] += time;
        }
    }

    /** Adds the events of a queue that follow these, which are its first. */
    void addOthers(EventQueue queue) {
        int[] left = {count};
        queue.visit((at, cell) -> {
            if (--left[0] < 0) {
                add(at, cell, -1, null);
            }
            return true;
        });
    }

    private void makeRoom() {
        if (count == tick.length) {
            tick = Arrays.copyOf(tick, count * 2);
            event = Arrays.copyOf(event, count * 2);
            message = Arrays.copyOf(message, count * 2);
            stream = Arrays.copyOf(stream, count * 2);
            successor = Arrays.copyOf(successor, count * 2);
        }
    }
}
