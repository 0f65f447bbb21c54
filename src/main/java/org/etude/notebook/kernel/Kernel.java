// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonParseException;
import io.github.spencerpark.jupyter.kernel.KernelConnectionProperties;
import io.github.spencerpark.jupyter.kernel.comm.CommManager;
import io.github.spencerpark.jupyter.messages.HMACGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.widget.FrontEnd;
import org.etude.notebook.wire.WireFormat;
import org.etude.notebook.wire.WireMessage;
import org.etude.report.EtudeException;
import org.zeromq.ZMQException;

/** A running kernel: the sockets of a connection file and an evaluator. */
public final class Kernel implements AutoCloseable {
    /** javac recurses over long expressions. */
    private static final long COMPILER_STACK = 16L << 20;

    private final KernelLog log;
    private final Sockets sockets;
    private final WireFormat format;
    private final Runnable exit;
    private final String session = UUID.randomUUID().toString();
    private final CompletableFuture<CellEvaluator> evaluator = new CompletableFuture<>();
    private final InputRequests inputs = new InputRequests();
    private final Comms comms;
    private final Executor executor;
    private final Map<String, RequestHandler> queries;
    private final WarmUp warmUp = new WarmUp(System.getProperty(WarmUp.PROPERTY));
    private final ExecutorService cells = single("etude-cells");
    private final ExecutorService questions = single("etude-queries");
    private final ExecutorService widgets = single("etude-comms");

    /**
     * Starts a kernel.
     *
     * @param connectionFile JSON with transport, ip, ports, key
     * @param options of the evaluator
     * @param errors receives the log
     * @param exit runs after a shutdown request was answered
     * @throws EtudeException when the file is invalid or its ports are not available
     */
    public Kernel(Path connectionFile, EvaluatorOptions options, PrintStream errors, Runnable exit) {
        this.exit = exit;
        log = new KernelLog(errors);
        KernelConnectionProperties where = read(connectionFile);
        format = format(where, connectionFile);
        sockets = new Sockets(format, log);
        comms = new Comms(sockets, format, session);
        History history = new History();
        executor = new Executor(evaluator::join, history, inputs, comms);
        queries = new QueryHandlers(evaluator::join, history).handlers();
        cells.execute(() -> Guarded.run(() -> start(options)).ifPresent(this::startFailed));
        try {
            sockets.open(where, this::receive);
        } catch (ZMQException e) {
            close();
            throw new EtudeException(
                    connectionFile + ": cannot listen on " + where.getIp() + ": " + e.getMessage(),
                    "Another program may hold one of its ports: restart the kernel from Jupyter.");
        }
        new Request(WireMessage.none(), Channel.SHELL, sockets, format, session)
                .publish("status", Map.of("execution_state", "starting"));
    }

    private static KernelConnectionProperties read(Path file) {
        try {
            KernelConnectionProperties read = KernelConnectionProperties.parse(Files.readString(file));
            if (read == null || read.getIp() == null || read.getTransport() == null) {
                throw new EtudeException(
                        file + ": no transport or ip", "Give the connection file that Jupyter writes.");
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be read", e);
        } catch (JsonParseException | IllegalStateException | NullPointerException e) {
            throw new EtudeException(
                    file + ": not a connection file: " + e.getMessage(),
                    "Give the connection file that Jupyter writes.");
        }
    }

    private static WireFormat format(KernelConnectionProperties where, Path file) {
        try {
            boolean signed = where.getKey() != null && !where.getKey().isEmpty();
            return new WireFormat(signed ? where.createHMACGenerator() : HMACGenerator.NO_AUTH_INSTANCE, signed);
        } catch (InvalidKeyException | NoSuchAlgorithmException e) {
            throw new EtudeException(
                    file + ": signature scheme " + where.getSignatureScheme() + ": " + e.getMessage(),
                    "Use hmac-sha256.");
        }
    }

    /** Shuts this kernel down when a process has ended. */
    public void followParent(String pid) {
        ParentWatch.start(pid, exit);
    }

    /** Creates the evaluator; while no cell has arrived, runs what a first one needs. */
    private boolean start(EvaluatorOptions options) {
        CellEvaluator made = new CellEvaluator(options);
        made.provide(CommManager.class, comms);
        made.provide(FrontEnd.class, new CommFrontEnd(comms, made, this::runAsCell));
        evaluator.complete(made);
        cells.execute(
                () -> Guarded.run(() -> made.evaluate("1 + 1", 0, CellOutput.NONE))); // after cells that already wait
        questions.execute(() -> Guarded.run(() -> made.complete("String.val", 10)));
        warmUp.begin(made);
        return true;
    }

    private void startFailed(Throwable thrown) {
        log.failure("the evaluator did not start", thrown);
        evaluator.completeExceptionally(thrown);
    }

    private void receive(Channel channel, WireMessage message) {
        if (channel == Channel.STDIN) {
            inputs.take(message);
            return;
        }
        switch (message.type()) {
            case "execute_request" -> {
                warmUp.stop();
                submit(cells, message, channel, executor::execute);
            }
            case "kernel_info_request" -> serve(message, channel, request -> request.reply(KernelInfo.content()));
            case "comm_info_request" -> serve(message, channel, comms::info);
            case "interrupt_request" -> serve(message, channel, this::interrupt);
            case "shutdown_request" -> serve(message, channel, this::shutdown);
            case "comm_open", "comm_msg", "comm_close" ->
                submit(widgets, message, channel, comms.handlers().get(message.type()));
            default -> {
                RequestHandler query = queries.get(message.type());
                if (query != null) {
                    submit(questions, message, channel, query);
                } else {
                    log.line("ignored on " + channel + ": type " + message.type());
                }
            }
        }
    }

    private void submit(ExecutorService on, WireMessage message, Channel channel, RequestHandler handler) {
        on.execute(() -> serve(message, channel, handler));
    }

    /** Runs in sequence with the cells; busy and idle belong to the message that requested it. */
    private void runAsCell(Runnable action) {
        submit(cells, comms.parent(), Channel.SHELL, request -> action.run());
    }

    private void serve(WireMessage message, Channel channel, RequestHandler handler) {
        Request request = new Request(message, channel, sockets, format, session);
        request.busy();
        Guarded.run(() -> {
                    handler.handle(request);
                    return true;
                })
                .ifPresent(thrown -> failed(request, thrown));
        request.idle();
    }

    private void failed(Request request, Throwable thrown) {
        log.failure("serving " + request.message().type(), thrown);
        if (request.message().type().endsWith("_request")) {
            request.reply(Map.of(
                    "status",
                    "error",
                    "ename",
                    thrown.getClass().getName(),
                    "evalue",
                    String.valueOf(thrown.getMessage()),
                    "traceback",
                    List.of(String.valueOf(thrown))));
        }
    }

    private void interrupt(Request request) {
        if (evaluator.isDone() && !evaluator.isCompletedExceptionally()) {
            evaluator.join().interrupt();
        }
        request.reply(Map.of("status", "ok"));
    }

    private void shutdown(Request request) {
        request.reply(Map.of("status", "ok", "restart", request.message().flag("restart", false)));
        Thread end = new Thread(exit, "etude-exit");
        end.setDaemon(true);
        end.start();
    }

    private static ExecutorService single(String name) {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(null, task, name, COMPILER_STACK);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Stops the running cell, sends what is queued, closes the sockets. */
    @Override
    public void close() {
        warmUp.stop();
        cells.shutdownNow();
        questions.shutdownNow();
        widgets.shutdownNow();
        if (evaluator.isDone() && !evaluator.isCompletedExceptionally()) {
            evaluator.join().interrupt();
        }
        sockets.close();
        evaluator.thenAccept(CellEvaluator::close);
    }
}
