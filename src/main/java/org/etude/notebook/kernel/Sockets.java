// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import io.github.spencerpark.jupyter.kernel.KernelConnectionProperties;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.etude.notebook.wire.WireFormat;
import org.etude.notebook.wire.WireMessage;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/**
 * The five sockets of a kernel, bound exactly as the connection file says. Messages leave in the order in which they
 * were queued, across all channels.
 */
final class Sockets implements AutoCloseable {
    private static final int LINGER_MS = 500;
    private static final int CLOSE_MS = 5000;
    private static final int RETRIES = 50;
    private static final int RETRY_MS = 100;

    private final ZMQ.Context context = ZMQ.context(1);
    private final WireFormat format;
    private final KernelLog log;
    private final BlockingQueue<Outgoing> outgoing = new LinkedBlockingQueue<>();
    private final Map<Channel, ZMQ.Socket> lines = new EnumMap<>(Channel.class);
    private final List<ZMQ.Socket> made = new ArrayList<>();
    private final List<SocketThread> queues = new ArrayList<>();
    private final String id = Long.toHexString(System.nanoTime());

    /** An outgoing message; null marks the end. */
    private record Outgoing(Channel channel, WireMessage message) {}

    Sockets(WireFormat format, KernelLog log) {
        this.format = format;
        this.log = log;
    }

    /**
     * Binds all sockets and starts receiving.
     *
     * @param receiver receives each valid message, on the thread of its channel
     * @throws ZMQException when a port is taken; all sockets are closed then
     */
    void open(KernelConnectionProperties where, BiConsumer<Channel, WireMessage> receiver) {
        try {
            lines.put(Channel.IOPUB, bound(socket(SocketType.PUB), where, where.getIopubPort()));
            ZMQ.Socket heartbeat = bound(socket(SocketType.ROUTER), where, where.getHbPort());
            receive(Channel.SHELL, where, where.getShellPort(), receiver);
            receive(Channel.CONTROL, where, where.getControlPort(), receiver);
            receive(Channel.STDIN, where, where.getStdinPort(), receiver);
            queues.add(thread("etude-send", List.copyOf(lines.values()), this::send));
            queues.forEach(Thread::start);
            thread("etude-heartbeat", List.of(heartbeat), () -> echo(heartbeat)).start();
        } catch (ZMQException e) {
            queues.clear();
            made.forEach(ZMQ.Socket::close);
            close(); // only ending the context releases the bound ports
            throw e;
        }
    }

    private void receive(
            Channel channel, KernelConnectionProperties where, int port, BiConsumer<Channel, WireMessage> receiver) {
        ZMQ.Socket socket = socket(SocketType.ROUTER);
        socket.setRouterHandover(true);
        socket.setMaxMsgSize(2 * WireFormat.MAX_BYTES);
        bound(socket, where, port);
        String address = "inproc://etude-" + id + '-' + channel;
        ZMQ.Socket inside = socket(SocketType.PULL);
        inside.bind(address);
        ZMQ.Socket line = socket(SocketType.PUSH);
        line.connect(address);
        lines.put(channel, line);
        Receiver loop = new Receiver(channel, socket, inside, format, log, receiver, context);
        queues.add(thread("etude-" + channel, List.of(socket, inside), loop::serve));
    }

    private static ZMQ.Socket bound(ZMQ.Socket socket, KernelConnectionProperties where, int port) {
        String colon = "ipc".equals(where.getTransport()) ? "-" : ":";
        socket.bind(where.getTransport() + "://" + where.getIp() + colon + port);
        return socket;
    }

    private ZMQ.Socket socket(SocketType type) {
        ZMQ.Socket socket = context.socket(type);
        made.add(socket);
        socket.setLinger(LINGER_MS);
        socket.setHWM(0);
        return socket;
    }

    private SocketThread thread(String name, List<ZMQ.Socket> own, Callable<?> service) {
        return new SocketThread(name, context, own, service, log);
    }

    /** Echoes heartbeats until the context ends. */
    private static Void echo(ZMQ.Socket socket) {
        while (true) {
            byte[] frame = socket.recv();
            socket.send(frame, socket.hasReceiveMore() ? ZMQ.SNDMORE : 0);
        }
    }

    /** Queues a message; never blocks. */
    void send(Channel channel, WireMessage message) {
        outgoing.add(new Outgoing(channel, message));
    }

    /** Sends until the end, then stops the receivers. */
    private boolean send() throws InterruptedException {
        for (Outgoing next = outgoing.take(); next.message() != null; next = outgoing.take()) {
            write(next, RETRIES);
        }
        lines.forEach((channel, line) -> {
            if (channel != Channel.IOPUB) {
                line.send(Receiver.END);
            }
        });
        return true;
    }

    /** Retries when memory is short: a lost reply would leave a client waiting indefinitely. */
    private void write(Outgoing next, int retries) throws InterruptedException {
        Optional<Throwable> thrown = Guarded.run(() -> write(next));
        if (thrown.isPresent() && thrown.get() instanceof OutOfMemoryError && retries > 0) {
            TimeUnit.MILLISECONDS.sleep(RETRY_MS);
            write(next, retries - 1);
        } else if (thrown.isPresent()) {
            Guarded.run(() -> log.failure("sending", thrown.get()));
        }
    }

    private boolean write(Outgoing next) {
        ZMQ.Socket socket = lines.get(next.channel());
        List<byte[]> frames = format.encode(next.message());
        for (int i = 0; i < frames.size(); i++) {
            socket.send(frames.get(i), i < frames.size() - 1 ? ZMQ.SNDMORE : 0);
        }
        return true;
    }

    /**
     * Sends what is queued, then closes all sockets; gives up after some seconds, because a kernel must not hang at its
     * end.
     */
    @Override
    public void close() {
        outgoing.add(new Outgoing(Channel.IOPUB, null));
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MS);
        queues.forEach(each -> ended(each, until));
        Thread end = new Thread(context::term, "etude-close");
        end.setDaemon(true);
        end.start();
        if (!ended(end, until)) {
            log.line("the sockets did not close within " + CLOSE_MS + " ms");
        }
    }

    private static boolean ended(Thread thread, long until) {
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
