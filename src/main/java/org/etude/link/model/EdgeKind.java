// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

/** Why one node must wait for another. */
public enum EdgeKind {
    /** The parent called the child. The child depends on the parent's start, not its end. */
    NESTING,
    /** The previous leaf on the same host thread. */
    THREAD_ORDER,
    /** Host call to the GPU work it launched. */
    LAUNCH,
    /** The previous work on the same GPU stream. */
    STREAM_ORDER,
    /** Work on another stream that this stream waits for. */
    STREAM_WAIT,
    /** GPU work to the host call that blocked until it was done. */
    SYNC,
    /** Work of another host thread that this thread waited for. */
    INTER_THREAD,
    /** Forward operator to its backward operator. */
    AUTOGRAD
}
