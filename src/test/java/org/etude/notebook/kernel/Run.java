// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonElement;
import java.util.List;
import java.util.stream.Collectors;

/** All that came of one request: its reply and its broadcasts, from busy to idle. */
record Run(Msg reply, List<Msg> iopub) {
    List<String> types() {
        return iopub.stream().map(Msg::type).toList();
    }

    List<Msg> all(String type) {
        return iopub.stream().filter(each -> each.type().equals(type)).toList();
    }

    Msg one(String type) {
        List<Msg> found = all(type);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " of " + type + " in " + iopub);
        }
        return found.get(0);
    }

    String stream(String name) {
        return all("stream").stream()
                .filter(each -> each.text("name").equals(name))
                .map(each -> each.text("text"))
                .collect(Collectors.joining());
    }

    String out() {
        return stream("stdout");
    }

    /** The result as plain text. */
    String result() {
        return one("execute_result")
                .content()
                .getAsJsonObject("data")
                .get("text/plain")
                .getAsString();
    }

    String status() {
        return reply.status();
    }

    /** The traceback of the reply, without colours. */
    String traceback() {
        StringBuilder text = new StringBuilder();
        for (JsonElement line : reply.content().getAsJsonArray("traceback")) {
            text.append(line.getAsString().replaceAll("\u001b\\[\\d+m", "")).append('\n');
        }
        return text.toString();
    }
}
