package org.etude.notebook.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.etude.notebook.install.Messages.Received;
import org.etude.notebook.install.Messages.Request;
import org.etude.report.Progress;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A kernel in a process of its own and a client that speaks to it over its sockets, as Jupyter does. */
final class KernelSession implements AutoCloseable {
    private static final int POLL_MILLIS = 50;
    private static final int ASK_AGAIN_MILLIS = 500;
    private static final int LOG_TAIL = 600;

    private final ConnectionFile connection;
    private final Path log;
    private final Process process;
    private final Messages messages;
    private final ZContext context = new ZContext();
    private final ZMQ.Socket shell;
    private final ZMQ.Socket control;
    private final ZMQ.Socket output;

    /**
     * What a cell did.
     *
     * @param status {@code ok} or {@code error}
     * @param printed what it printed
     * @param value its value as plain text; empty when it has none
     */
    record Ran(String status, String printed, String value) {}

    private KernelSession(ConnectionFile connection, Path log, Process process) {
        this.connection = connection;
        this.log = log;
        this.process = process;
        messages = new Messages(connection.key());
        shell = connect(SocketType.DEALER, ConnectionFile.SHELL);
        control = connect(SocketType.DEALER, ConnectionFile.CONTROL);
        output = connect(SocketType.SUB, ConnectionFile.OUTPUT);
        output.subscribe(new byte[0]);
    }

    /**
     * Starts a kernel and waits until it answers on the shell channel and its output arrives.
     *
     * @throws InstallException when it ends or does not answer in time; says what it printed
     */
    static KernelSession start(KernelSpec spec, Duration patience) throws IOException {
        ConnectionFile connection = ConnectionFile.write();
        Path log = Files.createTempFile("etude-kernel-", ".log");
        Process process;
        try {
            process = new ProcessBuilder(spec.command(connection.file()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            connection.close();
            Files.deleteIfExists(log);
            throw new InstallException(
                    spec.java() + ": does not start: " + e.getMessage(),
                    "Install the kernel anew with a JDK that runs.",
                    e);
        }
        KernelSession session = new KernelSession(connection, log, process);
        try {
            session.awaitReady(patience);
        } catch (InstallException | IOException e) {
            session.close();
            throw e;
        }
        return session;
    }

    /** Runs a cell and gathers what it shows. */
    Ran execute(String code, Duration patience) throws IOException {
        Request request = send(
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
        Received reply = await(shell, request, "execute_reply", patience);
        StringBuilder printed = new StringBuilder();
        String value = "";
        for (Received shown = next(output, patience); ; shown = next(output, patience)) {
            if (!shown.parent().equals(request.id())) {
                continue;
            }
            switch (shown.type()) {
                case "stream" -> printed.append(shown.content().path("text").asText());
                case "execute_result" ->
                    value = shown.content().path("data").path("text/plain").asText();
                case "status" -> {
                    if (shown.content().path("execution_state").asText().equals("idle")) {
                        return new Ran(reply.content().path("status").asText(), printed.toString(), value);
                    }
                }
                default -> {
                    // displays and errors are no part of the answer
                }
            }
        }
    }

    /** How many completions there are for a text with the cursor at its end. */
    int complete(String code, Duration patience) throws IOException {
        Request request = send(shell, "complete_request", Map.of("code", code, "cursor_pos", code.length()));
        return await(shell, request, "complete_reply", patience)
                .content()
                .path("matches")
                .size();
    }

    /** Asks the kernel to end and waits until its process is gone. */
    void shutDown(Duration patience) throws IOException {
        send(control, "shutdown_request", Map.of("restart", false));
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new InstallException("the kernel did not end when asked to", "See its log: " + tail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Progress.checkInterrupted();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        context.close();
        connection.close();
        Files.deleteIfExists(log);
    }

    private ZMQ.Socket connect(SocketType type, String channel) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.setLinger(0);
        socket.connect(connection.address(channel));
        return socket;
    }

    /** The subscription needs a moment after the connection; so it asks until its own busy status arrives. */
    private void awaitReady(Duration patience) throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < end) {
            Request request = send(shell, "kernel_info_request", Map.of());
            long again = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_AGAIN_MILLIS);
            while (System.nanoTime() < again) {
                Received shown = poll(output);
                if (shown != null && shown.parent().equals(request.id())) {
                    await(shell, request, "kernel_info_reply", patience);
                    return;
                }
            }
        }
        throw silent(patience);
    }

    private Received await(ZMQ.Socket socket, Request request, String type, Duration patience) throws IOException {
        while (true) {
            Received message = next(socket, patience);
            if (message.parent().equals(request.id()) && message.type().equals(type)) {
                return message;
            }
        }
    }

    private Received next(ZMQ.Socket socket, Duration patience) throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < end) {
            Received message = poll(socket);
            if (message != null) {
                return message;
            }
        }
        throw silent(patience);
    }

    private Received poll(ZMQ.Socket socket) throws IOException {
        Progress.checkInterrupted();
        socket.setReceiveTimeOut(POLL_MILLIS);
        byte[] first = socket.recv();
        if (first == null) {
            if (!process.isAlive()) {
                throw new InstallException(
                        "the kernel ended with status " + process.exitValue() + ": " + tail(),
                        "Install it anew: etude kernel install.");
            }
            return null;
        }
        List<byte[]> frames = new ArrayList<>(List.of(first));
        while (socket.hasReceiveMore()) {
            frames.add(socket.recv());
        }
        return messages.received(frames);
    }

    private Request send(ZMQ.Socket socket, String type, Map<String, Object> content) {
        Request request = messages.request(type, content);
        List<byte[]> frames = request.frames();
        for (int i = 0; i < frames.size(); i++) {
            socket.send(frames.get(i), i + 1 < frames.size() ? ZMQ.SNDMORE : 0);
        }
        return request;
    }

    private InstallException silent(Duration patience) throws IOException {
        return new InstallException(
                "the kernel did not answer within " + patience.toSeconds() + " s: " + tail(),
                "A firewall on the loopback interface or a very busy machine may be the cause.");
    }

    private String tail() throws IOException {
        String text = Files.readString(log).strip();
        return text.isEmpty() ? "it printed nothing" : text.substring(Math.max(0, text.length() - LOG_TAIL));
    }
}
