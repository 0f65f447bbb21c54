// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.etude.notebook.error.CellError;
import org.etude.notebook.eval.CellCode;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.wire.WireMessage;

/** Runs execute requests one after the other. After an error, requests that had already arrived are aborted. */
final class Executor {
    private final Supplier<CellEvaluator> evaluator;
    private final History history;
    private final InputRequests inputs;
    private final Comms comms;
    private int count;
    private long abortBefore = Long.MIN_VALUE;

    Executor(Supplier<CellEvaluator> evaluator, History history, InputRequests inputs, Comms comms) {
        this.evaluator = evaluator;
        this.history = history;
        this.inputs = inputs;
        this.comms = comms;
    }

    /** The outcome of a cell: how it ended, its rendered value, and the user expressions. */
    private record Outcome(CellResult result, Optional<MimeBundle> shown, Map<String, Object> expressions) {}

    /** Runs one request. Called by one thread only. */
    void execute(Request request) {
        WireMessage message = request.message();
        if (message.receivedNanos() - abortBefore <= 0 && abortBefore != Long.MIN_VALUE) {
            request.reply(aborted());
            return;
        }
        String code = message.text("code", "");
        boolean silent = message.flag("silent", false);
        boolean store = message.flag("store_history", !silent) && !silent && !code.isBlank();
        int number = count + 1;
        if (store) {
            count = number;
        }
        if (!silent) {
            request.publish("execute_input", Map.of("code", code, "execution_count", number));
        }
        comms.parent(message);
        CellPublisher publisher = new CellPublisher(request, silent, message.flag("allow_stdin", true) ? inputs : null);
        Outcome outcome = run(code, number, publisher, message.object("user_expressions"));
        if (!silent) {
            publish(request, outcome, number);
        }
        if (store) {
            history.add(number, code, outcome.shown().map(Executor::plain).orElse(null));
        }
        finish(request, outcome, number);
    }

    private Outcome run(String code, int number, CellPublisher publisher, JsonObject asked) {
        List<MimeBundle> shown = new ArrayList<>(1);
        Map<String, Object> expressions = new LinkedHashMap<>();
        CellEvaluator cells = evaluator.get();
        CellResult result = cells.evaluate(number, publisher, cell -> {
            CellResult ran = cells.interpret(code, cell);
            CellResult rendered = render(ran, cells, cell, shown);
            if (rendered.ok()) {
                asked.entrySet()
                        .forEach(each -> expressions.put(each.getKey(), expression(each.getValue(), cells, cell)));
            }
            return rendered;
        });
        return new Outcome(result, shown.stream().findFirst(), expressions);
    }

    /** Renders in the cell's thread, because rendering may call the user's code, which may fail or never end. */
    private static CellResult render(CellResult ran, CellEvaluator cells, CellCode cell, List<MimeBundle> shown) {
        if (!(ran instanceof CellResult.Ok ok) || ok.value().isEmpty()) {
            return ran;
        }
        CellResult rendered = cell.call(() -> cells.render(ok.value().get()));
        if (rendered instanceof CellResult.Ok done) {
            done.value().ifPresent(bundle -> shown.add((MimeBundle) bundle));
            return ran;
        }
        return rendered;
    }

    private static Map<String, Object> expression(JsonElement source, CellEvaluator cells, CellCode cell) {
        List<MimeBundle> shown = new ArrayList<>(1);
        String code = source.isJsonPrimitive() ? source.getAsString() : source.toString();
        CellResult result = render(cell.run(code), cells, cell, shown);
        if (result.error().isPresent()) {
            return error(result.error().get());
        }
        MimeBundle bundle = shown.isEmpty() ? MimeBundle.plain("null") : shown.get(0);
        return Map.of("status", "ok", "data", bundle.data(), "metadata", bundle.metadata());
    }

    private static void publish(Request request, Outcome outcome, int number) {
        outcome.shown()
                .ifPresent(bundle -> request.publish(
                        "execute_result",
                        Map.of("execution_count", number, "data", bundle.data(), "metadata", bundle.metadata())));
        outcome.result().error().ifPresent(error -> {
            Map<String, Object> content = error(error);
            content.remove("status");
            request.publish("error", content);
        });
    }

    private void finish(Request request, Outcome outcome, int number) {
        Map<String, Object> content;
        Optional<CellError> error = outcome.result().error();
        if (error.isPresent()) {
            content = error(error.get());
            boolean interrupted = outcome.result() instanceof CellResult.Interrupted;
            if (request.message().flag("stop_on_error", true) || interrupted) {
                abortBefore = System.nanoTime();
            }
        } else {
            content = new LinkedHashMap<>();
            content.put("status", "ok");
            content.put("user_expressions", outcome.expressions());
        }
        content.put("execution_count", number);
        content.put("payload", List.of());
        request.reply(content);
    }

    private static Map<String, Object> aborted() {
        return Map.of(
                "status",
                "aborted",
                "ename",
                "Aborted",
                "evalue",
                "an earlier cell failed or was interrupted",
                "traceback",
                List.of());
    }

    private static Map<String, Object> error(CellError error) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("status", "error");
        content.put("ename", error.name());
        content.put("evalue", error.value());
        content.put("traceback", ErrorColors.of(error.traceback()));
        return content;
    }

    private static String plain(MimeBundle bundle) {
        return String.valueOf(bundle.data().get(MimeBundle.PLAIN));
    }
}
