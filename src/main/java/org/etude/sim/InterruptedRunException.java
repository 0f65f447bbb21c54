// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.etude.sim.result.RunWatch;
import org.etude.sim.result.SimulationResult;

/**
 * Thrown when the thread of a run was interrupted; holds what was simulated so far. The thread's interrupt flag stays
 * set.
 */
public final class InterruptedRunException extends CancellationException {
    private final transient SimulationResult result;
    private final transient PacketResult packets;

    InterruptedRunException(SimulationResult result, PacketResult packets) {
        super(RunWatch.INTERRUPTED);
        this.result = result;
        this.packets = packets;
    }

    /** The partial result. */
    public SimulationResult result() {
        return result;
    }

    /** The partial result with flows and ports, when packets were simulated. */
    public Optional<PacketResult> packets() {
        return Optional.ofNullable(packets);
    }
}
