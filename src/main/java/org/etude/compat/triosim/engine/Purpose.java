// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import org.etude.compat.triosim.trace.MessageKind;

/** Why pieces are placed in a GPU's memory. */
public enum Purpose {
    /** Space for what an operator will need or produce. */
    ALLOCATE(Hold.ALLOCATED),
    /** An operator is done with them. */
    COMPLETE(Hold.USED),
    /** They arrived from the remote memory. */
    FETCH(Hold.AWAITED),
    /** They arrived from the previous stage. */
    HANDOVER(Hold.AVAILABLE),
    /** They arrived from the previous stage, and the next micro-batch may follow. */
    NEXT_ROUND(Hold.AVAILABLE),
    /** Chunks of an all-reduce before it starts. */
    REDUCE(Hold.AVAILABLE),
    /** A chunk arrived in the reduce-scatter. */
    SCATTER(Hold.AVAILABLE),
    /** A chunk arrived in the all-gather. */
    GATHER(Hold.AVAILABLE);

    /** The state of a piece on a GPU. */
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

    /** The kind of message that brings pieces for this purpose. */
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
