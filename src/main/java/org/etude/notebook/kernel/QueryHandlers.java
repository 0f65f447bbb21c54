// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.etude.notebook.complete.Completeness;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.complete.Inspection;
import org.etude.notebook.eval.CellEvaluator;

/** Answers front ends' queries about code, even while a cell runs. */
final class QueryHandlers {
    private final Supplier<CellEvaluator> evaluator;
    private final History history;

    QueryHandlers(Supplier<CellEvaluator> evaluator, History history) {
        this.evaluator = evaluator;
        this.history = history;
    }

    /** The handlers by message type. */
    Map<String, RequestHandler> handlers() {
        return Map.of(
                "complete_request", this::complete,
                "inspect_request", this::inspect,
                "is_complete_request", this::isComplete,
                "history_request", this::history);
    }

    private void complete(Request request) {
        String code = request.message().text("code", "");
        int cursor = CodePoints.toChars(code, request.message().number("cursor_pos", Integer.MAX_VALUE));
        Completions found = evaluator.get().complete(code, cursor);
        int start = CodePoints.ofChars(code, found.start());
        int end = CodePoints.ofChars(code, found.end());
        List<Map<String, Object>> types = new ArrayList<>();
        for (Completions.Item item : found.items()) {
            types.add(Map.of(
                    "start",
                    start,
                    "end",
                    end,
                    "text",
                    item.text(),
                    "type",
                    item.type(),
                    "signature",
                    item.signature()));
        }
        request.reply(Map.of(
                "status",
                "ok",
                "matches",
                found.items().stream().map(Completions.Item::text).toList(),
                "cursor_start",
                start,
                "cursor_end",
                end,
                "metadata",
                Map.of("_jupyter_types_experimental", types)));
    }

    private void inspect(Request request) {
        String code = request.message().text("code", "");
        int cursor = CodePoints.toChars(code, request.message().number("cursor_pos", Integer.MAX_VALUE));
        Optional<Inspection> found = evaluator.get().inspect(code, cursor);
        Map<String, Object> data = found.<Map<String, Object>>map(
                        each -> Map.of("text/plain", each.text(), "text/html", each.html()))
                .orElse(Map.of());
        request.reply(Map.of("status", "ok", "found", found.isPresent(), "data", data, "metadata", Map.of()));
    }

    private void isComplete(Request request) {
        Completeness.Verdict verdict =
                evaluator.get().isComplete(request.message().text("code", ""));
        Map<String, Object> content = new HashMap<>();
        content.put("status", verdict.status().word());
        if (verdict.status() == Completeness.Status.INCOMPLETE) {
            content.put("indent", verdict.indent());
        }
        request.reply(content);
    }

    private void history(Request request) {
        request.reply(Map.of("status", "ok", "history", history.find(request.message())));
    }
}
