// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * What is known of states by their signatures, which are cheaper to compute than whole states: whether one was met before, and
 * whether the segment that began there was too short to keep or ended with a flow. Holds a bounded number of signatures, and
 * forgets all of one kind when there are more.
 */
final class StateProspects {
    private static final int MOST_SIGNATURES = 1 << 16;

    /** States met while fast-forward has not yet paid. */
    private final LongOpenHashSet met = new LongOpenHashSet();
    /** States whose segments are too short to pay. */
    private final LongOpenHashSet tooShort = new LongOpenHashSet();
    /** By state: after how many ns its segment was interrupted by the end of a flow. */
    private final Long2LongOpenHashMap ends = new Long2LongOpenHashMap();

    /** The signature of a state with a foreign event due after {@code nanos}. */
    static long withForeign(long signature, long nanos) {
        return StateKey.mix(signature, nanos);
    }

    /** Notes a state and returns whether it is new. */
    boolean isNew(long signature) {
        return remember(met, signature);
    }

    /** Whether segments from a state are known to be too short. */
    boolean isShort(long signature) {
        return tooShort.contains(signature);
    }

    void noteShort(long signature) {
        remember(tooShort, signature);
    }

    /** Notes after how many ns the end of a flow interrupted the segment that begins with a state. */
    void noteEnd(long signature, long nanos) {
        if (ends.size() >= MOST_SIGNATURES) {
            ends.clear();
        }
        ends.put(signature, nanos);
    }

    /** After how many ns the end of a flow interrupted the segment that begins with a state; 0 if none is known to have. */
    long end(long signature) {
        return ends.getOrDefault(signature, 0);
    }

    private static boolean remember(LongOpenHashSet some, long signature) {
        if (some.size() >= MOST_SIGNATURES) {
            some.clear();
        }
        return some.add(signature);
    }
}
