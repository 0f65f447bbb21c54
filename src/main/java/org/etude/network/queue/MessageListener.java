// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/** Notified of completed messages. Tokens are those that the listener passed when it posted the send or receive. */
public interface MessageListener {
    /** A message arrived; called for its sender first. Not called for the token {@link Messages#NOBODY}. */
    void sent(long token);

    /** A posted receive is complete. */
    void received(long token);

    /** A message of 0 bytes is sent. */
    default void empty(int src, int dst) {
        // Most listeners ignore it.
    }
}
