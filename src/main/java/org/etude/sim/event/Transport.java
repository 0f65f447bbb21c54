// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.event;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.etude.network.analytic.Symmetries;
import org.etude.network.queue.Messages;

/**
 * How ranks send and receive: directly, or by rendezvous, where the receiver requests the data with a message of 8,192
 * bytes when it posts its receive.
 */
public final class Transport {
    /** Tags of collectives start here; those of plain messages are lower. */
    public static final int TAG_RANGE = 500_000_000;

    private static final int ASK_TAG = 1_000_000_000;
    private static final long ASK_BYTES = 8192;

    /** Whether a tag is that of a request of the rendezvous protocol. */
    public static boolean isRequest(int tag) {
        return tag >= ASK_TAG;
    }

    private record Held(int tag, int src, int dst, long bytes, long token) {}

    private final Messages messages;
    private final boolean rendezvous;
    /** In a run reduced by symmetry, the symmetries by which some ranks represent all; else null. */
    private final Symmetries symmetries;

    private final List<Held> held = new ArrayList<>();
    private final IntArrayList free = new IntArrayList();

    /** Creates the transport on top of messages; {@code rendezvous} when a send waits for its receive. */
    public Transport(Messages messages, boolean rendezvous, Symmetries symmetries) {
        this.symmetries = symmetries;
        this.messages = messages;
        this.rendezvous = rendezvous;
    }

    /** Sends; returns the channel, which serves similar sends while its key is unchanged, or -1. */
    public int send(int tag, int src, int dst, long bytes, long token) {
        if (rendezvous) {
            int ask = hold(new Held(tag, src, dst, bytes, token));
            messages.receive(
                    messages.channel(tag + ASK_TAG, dst, src, ASK_BYTES),
                    EventTag.of(EventTag.RENDEZVOUS_SEND, 0, ask));
            return -1;
        }
        int channel = symmetries == null
                ? messages.channel(tag, src, dst, bytes)
                : messages.channel(tag, symmetries.sender(src, dst), symmetries.receiver(dst), bytes);
        messages.send(channel, token);
        return channel;
    }

    /** Posts a receive; returns the channel like {@link #send}. */
    public int receive(int tag, int src, int dst, long bytes, long token) {
        if (rendezvous) {
            int ask = hold(new Held(tag, src, dst, bytes, token));
            messages.send(
                    messages.channel(tag + ASK_TAG, dst, src, ASK_BYTES),
                    EventTag.of(EventTag.RENDEZVOUS_RECEIVE, 0, ask));
            return -1;
        }
        int channel = messages.channel(tag, src, dst, bytes);
        messages.receive(channel, token);
        return channel;
    }

    /** The request reached the sender: the payload is sent. */
    public void asked(int number) {
        Held h = release(number);
        messages.send(messages.channel(h.tag, h.src, h.dst, h.bytes), h.token);
    }

    /** The receiver's request arrived: the real receive is posted. */
    public void askArrived(int number) {
        Held h = release(number);
        messages.receive(messages.channel(h.tag, h.src, h.dst, h.bytes), h.token);
    }

    /** The token of a transfer that waits for the other side, as passed to {@link #send} or {@link #receive}. */
    public long heldFor(int number) {
        return held.get(number).token;
    }

    private int hold(Held h) {
        if (free.isEmpty()) {
            held.add(h);
            return held.size() - 1;
        }
        int number = free.popInt();
        held.set(number, h);
        return number;
    }

    private Held release(int number) {
        Held h = held.get(number);
        held.set(number, null);
        free.add(number);
        return h;
    }
}
