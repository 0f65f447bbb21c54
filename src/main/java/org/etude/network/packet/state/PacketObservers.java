// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Optional;

/**
 * Optional observers of a packet network, in addition to the counters that are always kept.
 *
 * @param pauses where PAUSE and RESUME frames are listed, or null
 * @param recorder time series of ports
 */
public record PacketObservers(PauseLog pauses, Optional<PortRecorder> recorder) {
    private static final int SPANS = 1 << 10;
    private static final long FIRST_SPAN_NANOS = 1000;

    /** No observers. */
    public static PacketObservers none() {
        return new PacketObservers(null, Optional.empty());
    }

    /** An observer that lists pauses. */
    public static PacketObservers listing(PauseLog pauses) {
        return new PacketObservers(pauses, Optional.empty());
    }

    /** These observers plus, unless there already is a recorder, time series of 1,024 intervals, initially of 1 us. */
    public PacketObservers recording() {
        return recorder.isPresent()
                ? this
                : new PacketObservers(pauses, Optional.of(new PortRecorder(SPANS, FIRST_SPAN_NANOS)));
    }
}
