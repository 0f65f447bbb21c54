// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;

/**
 * A control that keeps a state for each flow and adapts the rate once per window, that is, when everything that had been sent at
 * the last change is acknowledged.
 */
abstract class PerFlow extends RateControl {
    private static final int FIRST_CAPACITY = 64;

    /** What each flow had sent when its present window began, in bytes; 0 before its first. */
    protected long[] updated = {};

    @Override
    public final boolean still() {
        return false;
    }

    @Override
    public final void begins(int flow) {
        if (flow >= updated.length) {
            int capacity = Math.max(Math.max(flow + 1, FIRST_CAPACITY), updated.length * 2);
            updated = Arrays.copyOf(updated, capacity);
            grow(capacity);
        }
        updated[flow] = 0;
        reset(flow);
    }

    /** Makes room for the state of this many flows; what there is stays. */
    protected abstract void grow(int capacity);

    /** Gives a flow that begins its first state. */
    protected abstract void reset(int flow);
}
