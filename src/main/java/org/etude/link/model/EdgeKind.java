// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

/** Why one node must wait for another. */
public enum EdgeKind {
    /** The child was called from the parent. Structure; the parent's start, not its end, comes first. */
    NESTING,
    /** The previous leaf on the same host thread. */
    THREAD_ORDER,
    /** Host call to the GPU work it launched. */
    LAUNCH,
    /** The previous work on the same GPU stream. */
    STREAM_ORDER,
    /** Work on another stream that this stream was made to wait for. */
    STREAM_WAIT,
    /** GPU work to the host call that blocked until it was done. */
    SYNC,
    /** Another host thread that was waited for. */
    INTER_THREAD,
    /** Forward operator to its backward operator. */
    AUTOGRAD
}
