// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.etude.notebook.wire.WireFormat;
import org.etude.notebook.wire.WireMessage;
import org.zeromq.ZMQ;

/**
 * The loop of one channel: receives messages from clients and forwards outgoing ones. No incoming message can end it.
 */
final class Receiver {
    /** The frame that ends this loop, after everything queued before it. */
    static final byte[] END = {};

    private static final int MAX_FRAMES = 1000;

    private final Channel channel;
    private final ZMQ.Socket socket;
    private final ZMQ.Socket inside;
    private final WireFormat format;
    private final KernelLog log;
    private final BiConsumer<Channel, WireMessage> receiver;
    private final ZMQ.Context context;

    Receiver(
            Channel channel,
            ZMQ.Socket socket,
            ZMQ.Socket inside,
            WireFormat format,
            KernelLog log,
            BiConsumer<Channel, WireMessage> receiver,
            ZMQ.Context context) {
        this.channel = channel;
        this.socket = socket;
        this.inside = inside;
        this.format = format;
        this.log = log;
        this.receiver = receiver;
        this.context = context;
    }

    /** Serves until {@link #END} comes or the context ends. */
    boolean serve() {
        try (ZMQ.Poller poller = context.poller(2)) {
            poller.register(socket, ZMQ.Poller.POLLIN);
            poller.register(inside, ZMQ.Poller.POLLIN);
            boolean on = true;
            while (on && poller.poll(-1) >= 0) {
                on = !poller.pollin(1) || forward();
                if (on && poller.pollin(0)) {
                    receive();
                }
            }
            return on;
        }
    }

    /** Forwards one message; false when there are no more. */
    private boolean forward() {
        byte[] frame = inside.recv();
        boolean more = inside.hasReceiveMore();
        if (frame.length == 0 && !more) {
            return false;
        }
        socket.send(frame, more ? ZMQ.SNDMORE : 0);
        while (more) {
            frame = inside.recv();
            more = inside.hasReceiveMore();
            socket.send(frame, more ? ZMQ.SNDMORE : 0);
        }
        return true;
    }

    private boolean receive() {
        List<byte[]> frames = new ArrayList<>();
        long bytes = 0;
        int count = 0;
        boolean more = true;
        while (more) {
            byte[] frame = socket.recv();
            more = socket.hasReceiveMore();
            bytes += frame.length;
            count++;
            if (bytes <= WireFormat.MAX_BYTES && count <= MAX_FRAMES) {
                frames.add(frame);
            } else {
                frames.clear();
            }
        }
        if (bytes > WireFormat.MAX_BYTES || count > MAX_FRAMES) {
            log.line("dropped on " + channel + ": " + bytes + " bytes in " + count + " frames are too large");
            return false;
        }
        try {
            receiver.accept(channel, format.decode(frames, System.nanoTime()));
        } catch (WireFormat.DroppedException e) {
            log.line("dropped on " + channel + ": " + e.getMessage());
        }
        return true;
    }
}
