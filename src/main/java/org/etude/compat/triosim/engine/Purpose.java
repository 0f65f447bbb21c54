// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import org.etude.compat.triosim.trace.MessageKind;

/** Why pieces come into a GPU's memory. */
public enum Purpose {
    /** Space for what an operator will need or make. */
    ALLOCATE(Hold.ALLOCATED),
    /** An operator is done with them. */
    COMPLETE(Hold.USED),
    /** They came from the remote memory. */
    FETCH(Hold.AWAITED),
    /** They came from the stage before. */
    HANDOVER(Hold.AVAILABLE),
    /** They came from the stage before, and the next micro-batch may follow. */
    NEXT_ROUND(Hold.AVAILABLE),
    /** Chunks of an all-reduce before it starts. */
    REDUCE(Hold.AVAILABLE),
    /** A chunk came in the reduce-scatter. */
    SCATTER(Hold.AVAILABLE),
    /** A chunk came in the all-gather. */
    GATHER(Hold.AVAILABLE);

    /** What a GPU knows of a piece. */
    enum Hold {
        ALLOCATED,
        AVAILABLE,
        AWAITED,
        USED
    }

    private final Hold hold;

    Purpose(Hold hold) {
        this.hold = hold;
    }

    /** What the messages are for that bring pieces for this. */
    public MessageKind message() {
        return MessageKind.valueOf(name());
    }

    Hold hold() {
        return hold;
    }

    public boolean ofRing() {
        return compareTo(REDUCE) >= 0;
    }

    /** The state in which a piece need not be placed again. */
    Hold enough() {
        return this == COMPLETE ? Hold.USED : Hold.ALLOCATED;
    }
}
