// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.compat.triosim.trace.TrioSimObserver;

/** Buffers the events of a run until it is known that the run is valid. */
final class HeldTimeline implements TrioSimObserver {
    private final TrioSimObserver observer;
    private final List<Runnable> held = new ArrayList<>();

    HeldTimeline(TrioSimObserver observer) {
        this.observer = observer;
    }

    @Override
    public void ran(TimedOp op) {
        if (observer != NONE) {
            held.add(() -> observer.ran(op));
        }
    }

    @Override
    public void arrived(TimedMessage message) {
        if (observer != NONE) {
            held.add(() -> observer.arrived(message));
        }
    }

    /** Passes all events on, in order. */
    void release() {
        held.forEach(Runnable::run);
    }
}
