// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Internal;

/** How senders determine their rate. */
public enum CongestionControl {
    /** Line rate, bounded by the window only: as the reference does in its shipped mode 12. */
    NONE(12),
    /** DCQCN: ECN marks echoed one by one, timers raise the rate. */
    DCQCN(1),
    /** HPCC: every hop writes its load into the packet. */
    HPCC(3),
    /** TIMELY: gradient of the round-trip time. */
    TIMELY(7),
    /** DCTCP: share of marked packets in a window. */
    DCTCP(8),
    /** HPCC with the load compressed to two bytes. */
    HPCC_PINT(10);

    private final int mode;

    CongestionControl(int mode) {
        this.mode = mode;
    }

    /** The mode of the reference's configuration file; unknown numbers mean none there, and here. */
    @Internal
    public static CongestionControl ofMode(int mode) {
        for (CongestionControl control : values()) {
            if (control.mode == mode) {
                return control;
            }
        }
        return NONE;
    }

    /** The number in the reference's configuration file. */
    public int mode() {
        return mode;
    }

    /** Bytes that telemetry adds to each data packet. */
    public int telemetryBytes() {
        return switch (this) {
            case HPCC -> 42;
            case TIMELY -> 8;
            case HPCC_PINT -> 2;
            case NONE, DCQCN, DCTCP -> 0;
        };
    }
}
