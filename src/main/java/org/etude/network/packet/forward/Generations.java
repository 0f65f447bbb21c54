// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * Values by hash, in bounded memory: when the young half is full, it replaces the old one.
 *
 * @param <V> the values of a hash
 */
final class Generations<V> {
    private final long most;
    private Long2ObjectOpenHashMap<V> young = new Long2ObjectOpenHashMap<>();
    private Long2ObjectOpenHashMap<V> old = new Long2ObjectOpenHashMap<>();
    private long words;

    /**
     * None yet.
     *
     * @param most 8-byte words to keep at most
     */
    Generations(long most) {
        this.most = most / 2;
    }

    /** The young half, to which values are added. */
    Long2ObjectOpenHashMap<V> young() {
        return young;
    }

    Long2ObjectOpenHashMap<V> old() {
        return old;
    }

    /** Makes room for more words in the young half; returns false when they are more than it holds. */
    boolean makeRoom(long more) {
        if (more > most) {
            return false;
        }
        if (words + more > most) {
            old = young;
            young = new Long2ObjectOpenHashMap<>();
            words = 0;
        }
        words += more;
        return true;
    }

    /** Counts words that were added to what is kept, or removed if negative. */
    void count(long more) {
        words += more;
    }
}
