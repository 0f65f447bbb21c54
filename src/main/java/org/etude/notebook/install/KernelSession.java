// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import com.google.gson.JsonArray;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.etude.notebook.wire.WireFormat;
import org.etude.notebook.wire.WireMessage;
import org.etude.report.Progress;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.ZError;

/** A kernel in its own process, and a client that talks to it over its sockets, as Jupyter does. */
final class KernelSession implements AutoCloseable {
    private static final int POLL_MILLIS = 50;
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);
    private static final int CLOSE_MILLIS = 5000;
    private static final int LOG_TAIL = 600;

    private final ConnectionFile connection;
    private final Path log;
    private final Process process;
    private final WireFormat format;
    private final String session = UUID.randomUUID().toString();
    private final ZMQ.Context context = ZMQ.context(1);
    private final List<ZMQ.Socket> sockets = new ArrayList<>();
    private ZMQ.Socket shell;
    private ZMQ.Socket control;
    private ZMQ.Socket output;

    /**
     * The result of a cell.
     *
     * @param status {@code ok} or {@code error}
     * @param printed what it printed
     * @param value its value as plain text; empty when it has none
     */
    record Ran(String status, String printed, String value) {}

    /** The deadline of a wait, regardless of other messages. */
    private record Deadline(Duration patience, long nanos) {
        Deadline(Duration patience) {
            this(patience, System.nanoTime() + patience.toNanos());
        }

        boolean passed() {
            return System.nanoTime() - nanos >= 0;
        }
    }

    private KernelSession(ConnectionFile connection, Path log, Process process) {
        this.connection = connection;
        this.log = log;
        this.process = process;
        format = new WireFormat(connection.signatures(), true);
    }

    private boolean connect() {
        shell = connect(SocketType.DEALER, ConnectionFile.SHELL);
        control = connect(SocketType.DEALER, ConnectionFile.CONTROL);
        output = connect(SocketType.SUB, ConnectionFile.OUTPUT);
        return output.subscribe(new byte[0]);
    }

    /**
     * Starts a kernel and waits until it answers on the shell channel and its output arrives.
     *
     * @throws InstallException when it ends or does not answer in time, with what it printed
     * @throws CancellationException when the thread is interrupted; the kernel has then ended
     */
    static KernelSession start(KernelSpec spec, Duration patience) throws IOException {
        ConnectionFile connection = ConnectionFile.write();
        Path log = Files.createTempFile("etude-kernel-", ".log");
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(spec.command(connection.file()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            // A kernel must not outlive this process, however it ends.
            builder.environment()
                    .put(
                            "JPY_PARENT_PID",
                            String.valueOf(ProcessHandle.current().pid()));
            process = builder.start();
        } catch (IOException e) {
            connection.close();
            Files.deleteIfExists(log);
            throw new InstallException(
                    spec.java() + ": does not start: " + e.getMessage(),
                    "Install the kernel again with a working JDK.",
                    e);
        }
        KernelSession session = new KernelSession(connection, log, process);
        try {
            uninterrupted(session::connect);
            session.awaitReady(patience);
        } catch (RuntimeException | IOException e) {
            session.close();
            throw e;
        }
        return session;
    }

    /** Runs a cell and collects what it shows. */
    Ran execute(String code, Duration patience) throws IOException {
        WireMessage request = send(
                shell,
                "execute_request",
                Map.of(
                        "code",
                        code,
                        "silent",
                        false,
                        "store_history",
                        true,
                        "user_expressions",
                        Map.of(),
                        "allow_stdin",
                        false,
                        "stop_on_error",
                        true));
        Deadline end = new Deadline(patience);
        WireMessage reply = await(shell, request, "execute_reply", end);
        StringBuilder printed = new StringBuilder();
        String value = "";
        for (WireMessage shown = next(output, end); ; shown = next(output, end)) {
            if (!shown.parentId().equals(request.id())) {
                continue;
            }
            switch (shown.type()) {
                case "stream" -> printed.append(shown.text("text", ""));
                case "execute_result" ->
                    value = shown.object("data").get("text/plain") instanceof JsonPrimitive text
                            ? text.getAsString()
                            : "";
                case "status" -> {
                    if (shown.text("execution_state", "").equals("idle")) {
                        return new Ran(reply.text("status", ""), printed.toString(), value);
                    }
                }
                default -> {
                    // displays and errors are not part of the answer
                }
            }
        }
    }

    /** The number of completions for a text with the cursor at its end. */
    int complete(String code, Duration patience) throws IOException {
        WireMessage request = send(shell, "complete_request", Map.of("code", code, "cursor_pos", code.length()));
        WireMessage reply = await(shell, request, "complete_reply", new Deadline(patience));
        return reply.content().get("matches") instanceof JsonArray matches ? matches.size() : 0;
    }

    /** Asks the kernel to shut down and waits until its process has ended. */
    void shutDown(Duration patience) throws IOException {
        send(control, "shutdown_request", Map.of("restart", false));
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new InstallException("the kernel did not shut down when asked to", "See its log: " + tail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Progress.checkInterrupted();
        }
    }

    /** Ends the process and removes the files, even in an interrupted thread, in which sockets do not work. */
    @Override
    public void close() throws IOException {
        boolean interrupted = Thread.interrupted();
        process.destroyForcibly();
        sockets.forEach(ZMQ.Socket::close);
        Thread end = new Thread(context::term, "etude-session-close");
        end.setDaemon(true);
        end.start();
        try {
            end.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        connection.close();
        Files.deleteIfExists(log);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private ZMQ.Socket connect(SocketType type, String channel) {
        ZMQ.Socket socket = context.socket(type);
        sockets.add(socket);
        socket.setLinger(0);
        socket.connect(connection.address(channel));
        return socket;
    }

    /**
     * A subscription takes effect some time after connecting; so this sends requests until the busy status of one of
     * them arrives (on a slow machine, that of an early one).
     */
    private void awaitReady(Duration patience) throws IOException {
        Deadline end = new Deadline(patience);
        Map<String, WireMessage> asked = new HashMap<>();
        while (!end.passed()) {
            WireMessage request = send(shell, "kernel_info_request", Map.of());
            asked.put(request.id(), request);
            Deadline again = new Deadline(ASK_AGAIN);
            while (!again.passed()) {
                WireMessage shown = poll(output);
                if (shown != null && asked.containsKey(shown.parentId())) {
                    await(shell, asked.get(shown.parentId()), "kernel_info_reply", end);
                    return;
                }
            }
        }
        throw silent(end);
    }

    private WireMessage await(ZMQ.Socket socket, WireMessage request, String type, Deadline end) throws IOException {
        while (true) {
            WireMessage message = next(socket, end);
            if (message.parentId().equals(request.id()) && message.type().equals(type)) {
                return message;
            }
        }
    }

    /** The next message of any kind; other messages do not extend the wait for the right one. */
    private WireMessage next(ZMQ.Socket socket, Deadline end) throws IOException {
        while (!end.passed()) {
            WireMessage message = poll(socket);
            if (message != null) {
                return message;
            }
        }
        throw silent(end);
    }

    private WireMessage poll(ZMQ.Socket socket) throws IOException {
        Progress.checkInterrupted();
        socket.setReceiveTimeOut(POLL_MILLIS);
        byte[] first = uninterrupted(socket::recv);
        if (first == null) {
            if (!process.isAlive()) {
                throw new InstallException(
                        "the kernel ended with status " + process.exitValue() + ": " + tail(),
                        "Install it again: etude kernel install.");
            }
            return null;
        }
        List<byte[]> frames = new ArrayList<>(List.of(first));
        while (socket.hasReceiveMore()) {
            frames.add(socket.recv());
        }
        try {
            return format.decode(frames, System.nanoTime());
        } catch (WireFormat.DroppedException e) {
            throw new IOException("a message of the kernel is " + e.getMessage(), e);
        }
    }

    private WireMessage send(ZMQ.Socket socket, String type, Map<String, Object> content) {
        WireMessage request = WireMessage.request(type, format.tree(content).getAsJsonObject(), session);
        List<byte[]> frames = format.encode(request);
        for (int i = 0; i < frames.size(); i++) {
            byte[] frame = frames.get(i);
            int more = i + 1 < frames.size() ? ZMQ.SNDMORE : 0;
            uninterrupted(() -> socket.send(frame, more));
        }
        return request;
    }

    /** Sockets clear the interrupt flag and throw their own error instead. */
    private static <T> T uninterrupted(Supplier<T> use) {
        try {
            return use.get();
        } catch (ZMQException e) {
            if (e.getErrorCode() == ZError.EINTR) {
                Thread.currentThread().interrupt();
                Progress.checkInterrupted();
            }
            throw e;
        }
    }

    private InstallException silent(Deadline end) throws IOException {
        return new InstallException(
                "the kernel did not answer within " + end.patience().toSeconds() + " s: " + tail(),
                "A firewall on the loopback interface or a very busy machine may be the cause.");
    }

    private String tail() throws IOException {
        String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "it printed nothing" : text.substring(Math.max(0, text.length() - LOG_TAIL));
    }
}
