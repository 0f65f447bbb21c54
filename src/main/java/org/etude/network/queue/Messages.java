// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.Arrays;

/**
 * Matches sends with receives above a network: the k-th send of a (tag, source, destination, bytes) matches the k-th
 * receive of the same key. When a message arrives its sender is notified first, then its receiver if it has posted a
 * receive. A receive posted later completes by an event of the same tick. All data is in pooled columns.
 */
public final class Messages {
    /** The token of a sender that needs no notification. */
    public static final long NOBODY = -1;

    private static final int NONE = -1;

    private final EventQueue queue;
    private final MessageNetwork network;
    private final int lateReceive;
    private final Channels channels = new Channels();
    private MessageListener listener;
    private MessageLog log;

    private int[] channelOf = new int[1024];
    private long[] senderToken = new long[1024];
    private int[] logRow = new int[0];
    private int messageFree = NONE;
    private int messagesUsed;

    private int[] postNext = new int[1024];
    private long[] postToken = new long[1024];
    private int postFree = NONE;
    private int postsUsed;
    private long sent;

    /** Creates the matching on a clock and a network; call {@link #listen} before the first send. */
    public Messages(EventQueue queue, MessageNetwork network) {
        this.queue = queue;
        this.network = network;
        this.lateReceive = queue.register(token -> {
            network.lateReceive();
            listener.received(token);
        });
        network.attach(this);
    }

    /** Sets the listener of completed sends and receives. */
    public void listen(MessageListener hearer) {
        this.listener = hearer;
    }

    /** Records every message from now on. */
    public void record(MessageLog into) {
        this.log = into;
        this.logRow = new int[channelOf.length];
    }

    /** The channel of a key, for {@link #send} and {@link #receive}; valid while {@link #channelAge} is unchanged. */
    public int channel(int tag, int src, int dst, long bytes) {
        return channels.of(tag, src, dst, bytes);
    }

    /** While this number is unchanged, channels keep their keys and may be reused. */
    public int channelAge() {
        return channels.sweeps();
    }

    /** The number of messages sent so far. */
    public long sentCount() {
        return sent;
    }

    /** Counts messages as sent and received that were not simulated one by one. */
    public void count(long more) {
        sent += more;
    }

    /**
     * The token of the posted receive that a message in flight will match, or {@link #NOBODY} if none is posted yet.
     */
    public long receiver(int message) {
        int post = channels.get(channelOf[message], Channels.POST_HEAD);
        return post == NONE ? NOBODY : postToken[post];
    }

    /** The host that sent a message in flight. */
    public int sender(int message) {
        return channels.src(channelOf[message]);
    }

    /** Whether a message in flight is the only one of its channel, with exactly one receive posted for it. */
    public boolean alone(int message) {
        int channel = channelOf[message];
        int post = channels.get(channel, Channels.POST_HEAD);
        return channels.get(channel, Channels.IN_FLIGHT) == 1 && post != NONE && postNext[post] == NONE;
    }

    /** The token with which a message in flight was sent. */
    public long senderToken(int message) {
        return senderToken[message];
    }

    /**
     * Sends a message.
     *
     * @param channel from {@link #channel}
     * @param token for {@link MessageListener#sent}, or {@link #NOBODY}
     */
    public void send(int channel, long token) {
        int message = takeMessage();
        channelOf[message] = channel;
        senderToken[message] = token;
        channels.add(channel, Channels.IN_FLIGHT, 1);
        sent++;
        if (channels.bytes(channel) == 0) {
            listener.empty(channels.src(channel), channels.dst(channel));
        }
        if (log != null) {
            logRow[message] = log.sent(
                    queue.now(),
                    channels.src(channel),
                    channels.dst(channel),
                    channels.bytes(channel),
                    channels.tag(channel));
        }
        network.send(message, channels.src(channel), channels.dst(channel), channels.bytes(channel));
    }

    /**
     * Posts a receive.
     *
     * @param channel from {@link #channel}
     * @param token for {@link MessageListener#received}
     */
    public void receive(int channel, long token) {
        if (channels.get(channel, Channels.ARRIVED) > 0) {
            channels.add(channel, Channels.ARRIVED, -1);
            if (network.receivesAtOnce()) {
                listener.received(token);
                return;
            }
            network.receivesLate(channels.dst(channel));
            queue.schedule(queue.now(), lateReceive, token);
            return;
        }
        int post = takePost();
        postToken[post] = token;
        postNext[post] = NONE;
        if (channels.get(channel, Channels.POST_HEAD) == NONE) {
            channels.set(channel, Channels.POST_HEAD, post);
        } else {
            postNext[channels.get(channel, Channels.POST_TAIL)] = post;
        }
        channels.set(channel, Channels.POST_TAIL, post);
    }

    /** Called by the network: a message is complete at its destination in the current tick. */
    public void arrived(int message) {
        int channel = channelOf[message];
        long token = senderToken[message];
        channels.add(channel, Channels.IN_FLIGHT, -1);
        if (log != null) {
            log.arrived(logRow[message], queue.now());
        }
        channelOf[message] = messageFree;
        messageFree = message;
        if (token != NOBODY) {
            // The channel must survive the actions of the sender.
            channels.add(channel, Channels.IN_FLIGHT, 1);
            listener.sent(token);
            channels.add(channel, Channels.IN_FLIGHT, -1);
        }
        int post = channels.get(channel, Channels.POST_HEAD);
        if (post == NONE) {
            channels.add(channel, Channels.ARRIVED, 1);
            return;
        }
        channels.set(channel, Channels.POST_HEAD, postNext[post]);
        long receiver = postToken[post];
        postNext[post] = postFree;
        postFree = post;
        listener.received(receiver);
    }

    /** Visits receives without a message and messages without a receive. For diagnosis; costs a full pass. */
    public void openEnds(OpenEnds visitor) {
        for (int c = 0; c < channels.used(); c++) {
            if (!channels.live(c)) {
                continue;
            }
            for (int p = channels.get(c, Channels.POST_HEAD); p != NONE; p = postNext[p]) {
                visitor.receiveWaits(
                        channels.tag(c), channels.src(c), channels.dst(c), channels.bytes(c), postToken[p]);
            }
            if (channels.get(c, Channels.ARRIVED) > 0) {
                visitor.messageWaits(
                        channels.tag(c),
                        channels.src(c),
                        channels.dst(c),
                        channels.bytes(c),
                        channels.get(c, Channels.ARRIVED));
            }
        }
    }

    private int takeMessage() {
        if (messageFree != NONE) {
            int message = messageFree;
            messageFree = channelOf[message];
            return message;
        }
        if (messagesUsed == channelOf.length) {
            channelOf = Arrays.copyOf(channelOf, messagesUsed * 2);
            senderToken = Arrays.copyOf(senderToken, messagesUsed * 2);
            if (log != null) {
                logRow = Arrays.copyOf(logRow, messagesUsed * 2);
            }
        }
        return messagesUsed++;
    }

    private int takePost() {
        if (postFree != NONE) {
            int post = postFree;
            postFree = postNext[post];
            return post;
        }
        if (postsUsed == postNext.length) {
            postNext = Arrays.copyOf(postNext, postsUsed * 2);
            postToken = Arrays.copyOf(postToken, postsUsed * 2);
        }
        return postsUsed++;
    }

    /** Visits unmatched receives and messages of a stalled run. */
    public interface OpenEnds {
        /** A posted receive without a message. */
        void receiveWaits(int tag, int src, int dst, long bytes, long token);

        /** Arrived messages without a receive. */
        void messageWaits(int tag, int src, int dst, long bytes, int count);
    }
}
