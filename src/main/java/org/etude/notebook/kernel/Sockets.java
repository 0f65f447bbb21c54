package org.etude.notebook.kernel;

import io.github.spencerpark.jupyter.kernel.KernelConnectionProperties;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/**
 * The five sockets of a kernel, bound to what the connection file names and nothing else. Messages leave in the order they
 * were given, whatever their channels.
 */
final class Sockets implements AutoCloseable {
    private static final int LINGER_MS = 500;
    private static final int RETRIES = 50;
    private static final int RETRY_MS = 100;

    private final ZContext context = new ZContext();
    private final WireFormat format;
    private final KernelLog log;
    private final BlockingQueue<Outgoing> outgoing = new LinkedBlockingQueue<>();
    private final Map<Channel, ZMQ.Socket> lines = new EnumMap<>(Channel.class);
    private final Thread sender = new Thread(this::send, "etude-send");
    private final String id = Long.toHexString(System.nanoTime());

    /** A message on its way out; without a message, the end. */
    private record Outgoing(Channel channel, WireMessage message) {}

    Sockets(WireFormat format, KernelLog log) {
        this.format = format;
        this.log = log;
        context.setLinger(LINGER_MS);
    }

    /**
     * Binds all and starts to receive.
     *
     * @param receiver takes each good message, on the thread of its channel
     */
    void open(KernelConnectionProperties where, BiConsumer<Channel, WireMessage> receiver) {
        ZMQ.Socket iopub = context.createSocket(SocketType.PUB);
        iopub.setSndHWM(0);
        bind(iopub, where, where.getIopubPort());
        lines.put(Channel.IOPUB, iopub);
        heartbeat(where);
        receive(Channel.SHELL, where, where.getShellPort(), receiver);
        receive(Channel.CONTROL, where, where.getControlPort(), receiver);
        receive(Channel.STDIN, where, where.getStdinPort(), receiver);
        sender.setDaemon(true);
        sender.start();
    }

    private void receive(
            Channel channel, KernelConnectionProperties where, int port, BiConsumer<Channel, WireMessage> receiver) {
        ZMQ.Socket socket = context.createSocket(SocketType.ROUTER);
        socket.setHWM(0);
        socket.setRouterHandover(true);
        socket.setMaxMsgSize(2 * WireFormat.MAX_BYTES);
        bind(socket, where, port);
        String address = "inproc://etude-" + id + '-' + channel;
        ZMQ.Socket inside = context.createSocket(SocketType.PULL);
        inside.setHWM(0);
        inside.bind(address);
        ZMQ.Socket line = context.createSocket(SocketType.PUSH);
        line.setHWM(0);
        line.connect(address);
        lines.put(channel, line);
        daemon(new Receiver(channel, socket, inside, format, log, receiver, context), "etude-" + channel);
    }

    private void heartbeat(KernelConnectionProperties where) {
        ZMQ.Socket socket = context.createSocket(SocketType.ROUTER);
        bind(socket, where, where.getHbPort());
        daemon(
                () -> untilClosed(() -> {
                    byte[] frame = socket.recv();
                    boolean more = socket.hasReceiveMore();
                    if (frame != null) {
                        socket.send(frame, more ? ZMQ.SNDMORE : 0);
                    }
                }),
                "etude-heartbeat");
    }

    private void bind(ZMQ.Socket socket, KernelConnectionProperties where, int port) {
        String colon = "ipc".equals(where.getTransport()) ? "-" : ":";
        socket.bind(where.getTransport() + "://" + where.getIp() + colon + port);
    }

    private static void daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Repeats until the context ends; a socket that is closed under the loop is such an end. */
    private void untilClosed(Runnable step) {
        Optional<Throwable> thrown = Optional.empty();
        while (!context.isClosed() && thrown.isEmpty()) {
            thrown = Guarded.run(() -> {
                step.run();
                return true;
            });
        }
        if (thrown.isPresent() && !context.isClosed() && !(thrown.get() instanceof ZMQException)) {
            log.failure("heartbeat", thrown.get());
        }
    }

    /** Queues a message; never waits. */
    void send(Channel channel, WireMessage message) {
        outgoing.add(new Outgoing(channel, message));
    }

    private void send() {
        boolean on = true;
        while (on) {
            try {
                Outgoing next = outgoing.take();
                on = next.message() != null;
                if (on) {
                    write(next, RETRIES);
                }
            } catch (InterruptedException e) {
                on = false;
            }
        }
    }

    /** Tries again where memory is short: a reply that is lost leaves a client waiting for ever. */
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

    /** Sends what is queued, then closes all sockets. */
    @Override
    public void close() {
        outgoing.add(new Outgoing(Channel.IOPUB, null));
        try {
            sender.join(LINGER_MS);
            TimeUnit.MILLISECONDS.sleep(Receiver.FLUSH_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        context.close();
    }
}
