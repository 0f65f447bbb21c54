// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;

/** The telemetry that packets carry: a few longs per cell. */
final class Telemetry {
    private final int width;
    private long[] values;

    Telemetry(int width) {
        this.width = width;
        values = new long[width * 1024];
    }

    void set(int cell, int slot, long value) {
        int at = cell * width + slot;
        if (at >= values.length) {
            values = Arrays.copyOf(values, Math.max(at + width, values.length * 2));
        }
        values[at] = value;
    }

    /** Takes over what another packet carries. */
    void copy(Telemetry other, int cellThere, int cell) {
        for (int slot = width - 1; slot >= 0; slot--) {
            set(cell, slot, other.get(cellThere, slot));
        }
    }

    long get(int cell, int slot) {
        int at = cell * width + slot;
        return at < values.length ? values[at] : 0;
    }
}
