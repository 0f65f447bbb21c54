// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/** Carries messages between GPUs and the remote memory. */
public interface Carrier {
    /** The number of the remote memory as a message endpoint. */
    int REMOTE = -1;

    /** Starts a message now; {@code arrival} runs when its last byte has arrived. */
    void send(int from, int to, long bytes, Runnable arrival);
}
