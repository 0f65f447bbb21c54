// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/** Provides unused ids: above the highest in use, then from the lowest free one. */
public final class FreshIds {
    private final LongOpenHashSet used;
    private long next;

    FreshIds(LongOpenHashSet used) {
        this.used = used;
        long highest = 0;
        for (long id : used) {
            highest = Long.compareUnsigned(id, highest) > 0 ? id : highest;
        }
        next = highest + 1;
    }

    /** The next unused id. */
    public long take() {
        while (used.contains(next)) {
            next++;
        }
        used.add(next);
        return next++;
    }
}
