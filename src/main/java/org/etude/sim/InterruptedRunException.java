// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.etude.sim.result.RunWatch;
import org.etude.sim.result.SimulationResult;

/** A run whose thread was interrupted, with what it has until then. The thread's flag stays set. */
public final class InterruptedRunException extends CancellationException {
    private final transient SimulationResult result;
    private final transient PacketResult packets;

    InterruptedRunException(SimulationResult result, PacketResult packets) {
        super(RunWatch.INTERRUPTED);
        this.result = result;
        this.packets = packets;
    }

    /** What was simulated until then. */
    public SimulationResult result() {
        return result;
    }

    /** The same with flows and ports, when packets were simulated. */
    public Optional<PacketResult> packets() {
        return Optional.ofNullable(packets);
    }
}
