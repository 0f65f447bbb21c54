// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * What followed the end of a segment: which flows began since, and that this led to the first state of a segment. The same
 * flows, begun at the same moments after the same end, lead there again.
 *
 * @param nanos the time between the two states
 * @param inputs the flows that began in between, as {@link Trail} writes them
 * @param name the {@link Segment#name name} of the state that it led to
 * @param hash its hash
 * @param slots for each flow of that state its number at the end of the segment before, or, negative, the complement of its
 *     place among those that began since
 * @param links for each link of that state its number at the end of the segment before
 * @param nodes the same for nodes
 */
record TrailStep(long nanos, LongArrayList inputs, long name, long hash, int[] slots, int[] links, int[] nodes) {
    /** Its memory, in 8-byte words. */
    long words() {
        return inputs.size() + (slots.length + links.length + nodes.length) / 2;
    }

    /** Whether these flows began in that time. */
    boolean is(long time, LongArrayList begun) {
        return nanos == time && inputs.equals(begun);
    }
}
