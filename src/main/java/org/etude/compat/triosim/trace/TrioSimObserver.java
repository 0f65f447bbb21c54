// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

/** Is notified of each thing that happens in a run when it is over, also in a run that does not reach its end. */
public interface TrioSimObserver {
    /** Nobody. */
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
