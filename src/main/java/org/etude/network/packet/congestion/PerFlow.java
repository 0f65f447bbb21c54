// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;

/**
 * A congestion control with per-flow state that adapts the rate once per window: when everything sent before the last
 * change is acknowledged.
 */
abstract class PerFlow extends RateControl {
    private static final int FIRST_CAPACITY = 64;

    /** The bytes each flow had sent when its current window began; 0 before the first. */
    protected long[] updated = {};

    @Override
    public final boolean isStationary() {
        return false;
    }

    @Override
    public final void begins(int flow) {
        reserve(flow);
        updated[flow] = 0;
        reset(flow);
    }

    private void reserve(int flow) {
        if (flow >= updated.length) {
            int capacity = Math.max(Math.max(flow + 1, FIRST_CAPACITY), updated.length * 2);
            updated = Arrays.copyOf(updated, capacity);
            grow(capacity);
        }
    }

    @Override
    public final void copy(RateControl other, int flow) {
        reserve(flow);
        updated[flow] = ((PerFlow) other).updated[flow];
        copyState((PerFlow) other, flow);
    }

    /** Takes over the state of a flow from a control of the same kind. */
    protected abstract void copyState(PerFlow other, int flow);

    @Override
    public boolean isDivisible() {
        return true;
    }

    /** Grows the state to this many flows, keeping the existing one. */
    protected abstract void grow(int capacity);

    /** Initialises the state of a new flow. */
    protected abstract void reset(int flow);
}
