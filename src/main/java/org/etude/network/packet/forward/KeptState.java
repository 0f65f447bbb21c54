// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;

/** A recorded state that is kept, packed by a {@link StatePacker}. */
final class KeptState {
    /** Of the object and its array, in 8-byte words. */
    private static final long OVERHEAD = 5;

    private final byte[] packed;
    private final int size;

    /**
     * Keeps a state.
     *
     * @param packed its numbers, packed
     * @param size how many numbers those are
     */
    KeptState(byte[] packed, int size) {
        this.packed = packed;
        this.size = size;
    }

    byte[] packed() {
        return packed;
    }

    /** How many numbers the state has. */
    int size() {
        return size;
    }

    /** Its memory, in 8-byte words. */
    long words() {
        return OVERHEAD + (packed.length + Long.BYTES - 1) / Long.BYTES;
    }

    boolean sameAs(KeptState other) {
        return size == other.size && Arrays.equals(packed, other.packed);
    }
}
