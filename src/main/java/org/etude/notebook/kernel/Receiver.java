package org.etude.notebook.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.ZError;

/** The loop of one channel: takes messages from clients and hands on what goes out. Nothing that arrives ends it. */
final class Receiver implements Runnable {
    /** How long a message that is queued for this loop may need to reach its socket. */
    static final int FLUSH_MS = 20;

    private static final int MAX_FRAMES = 1000;

    private final Channel channel;
    private final ZMQ.Socket socket;
    private final ZMQ.Socket inside;
    private final WireFormat format;
    private final KernelLog log;
    private final BiConsumer<Channel, WireMessage> receiver;
    private final ZContext context;

    Receiver(
            Channel channel,
            ZMQ.Socket socket,
            ZMQ.Socket inside,
            WireFormat format,
            KernelLog log,
            BiConsumer<Channel, WireMessage> receiver,
            ZContext context) {
        this.channel = channel;
        this.socket = socket;
        this.inside = inside;
        this.format = format;
        this.log = log;
        this.receiver = receiver;
        this.context = context;
    }

    @Override
    public void run() {
        boolean on = true;
        while (on && !context.isClosed()) {
            Optional<Throwable> thrown = Guarded.run(this::loop);
            on = thrown.isPresent() && !context.isClosed() && !ended(thrown.get());
            if (on) {
                Guarded.run(() -> log.failure("on " + channel, thrown.get()));
            }
        }
    }

    private static boolean ended(Throwable thrown) {
        return thrown instanceof ZMQException zmq
                && (zmq.getErrorCode() == ZError.ETERM || zmq.getErrorCode() == ZError.EINTR);
    }

    /** Serves until the context ends. */
    private boolean loop() {
        try (ZMQ.Poller poller = context.createPoller(2)) {
            poller.register(socket, ZMQ.Poller.POLLIN);
            poller.register(inside, ZMQ.Poller.POLLIN);
            while (poller.poll(-1) >= 0 && !context.isClosed()) {
                if (poller.pollin(1)) {
                    forward();
                }
                if (poller.pollin(0)) {
                    receive();
                }
            }
            return true;
        }
    }

    private void forward() {
        boolean more = true;
        while (more) {
            byte[] frame = inside.recv();
            more = inside.hasReceiveMore();
            socket.send(frame, more ? ZMQ.SNDMORE : 0);
        }
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
