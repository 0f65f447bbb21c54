// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

/** Notified of each event of a run when it is over, even if the run does not reach its end. */
public interface TrioSimObserver {
    /** Ignores all events. */
    TrioSimObserver NONE = new TrioSimObserver() {
        @Override
        public void ran(TimedOp op) {}

        @Override
        public void arrived(TimedMessage message) {}
    };

    /** An operator has ended. */
    void ran(TimedOp op);

    /** A message has arrived. */
    void arrived(TimedMessage message);
}
