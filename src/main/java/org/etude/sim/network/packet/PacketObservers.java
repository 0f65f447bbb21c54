package org.etude.sim.network.packet;

import java.util.Optional;

/**
 * Who watches a packet network, beyond the counters that are always kept.
 *
 * @param pauses where PAUSE and RESUME frames are listed, or null
 * @param recorder time series of ports
 */
public record PacketObservers(PauseLog pauses, Optional<PortRecorder> recorder) {
    /** Nobody. */
    public static PacketObservers none() {
        return new PacketObservers(null, Optional.empty());
    }

    /** Somebody who lists pauses. */
    public static PacketObservers listing(PauseLog pauses) {
        return new PacketObservers(pauses, Optional.empty());
    }
}
