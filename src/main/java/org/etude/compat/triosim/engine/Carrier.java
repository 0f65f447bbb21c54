// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/** What carries messages between GPUs and the remote memory. */
public interface Carrier {
    /** The number of the remote memory among the places. */
    int REMOTE = -1;

    /** Starts a message now; {@code arrival} runs when its last byte is there. */
    void send(int from, int to, long bytes, Runnable arrival);
}
