package org.etude.network.queue;

/** Hears that messages are through. Tokens are what the listener gave when it posted the send or receive. */
public interface MessageListener {
    /** A message arrived; called for its sender first. Not called for the token {@link Messages#NOBODY}. */
    void sent(long token);

    /** A posted receive is complete. */
    void received(long token);
}
