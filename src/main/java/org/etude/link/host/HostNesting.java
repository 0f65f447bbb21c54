// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import java.util.Arrays;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/** Finds the operator or annotation that encloses each host event of a Kineto trace on its thread, in one sweep. */
public final class HostNesting {
    private HostNesting() {}

    /**
     * Returns for every host event the index of the innermost operator or annotation open on its thread when it starts,
     * or -1. Events that only touch (one ends where the other starts) are siblings.
     */
    public static int[] enclosing(DeviceTrace device) {
        int[] enclosing = new int[device.size()];
        int[] top = new int[device.laneCount()];
        Arrays.fill(top, -1);
        for (int i = 0; i < enclosing.length; i++) {
            enclosing[i] = -1;
            EventKind kind = device.kind(i);
            if (!kind.isHostOp() && kind != EventKind.RUNTIME) {
                continue;
            }
            int lane = device.lane(i);
            int open = top[lane];
            while (open >= 0 && device.endNanos(open) <= device.startNanos(i)) {
                open = enclosing[open];
            }
            enclosing[i] = open;
            top[lane] = kind.isHostOp() ? i : open;
        }
        return enclosing;
    }
}
