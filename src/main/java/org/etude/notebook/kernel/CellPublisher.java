// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.output.StreamName;

/** Publishes what a cell prints and shows, as children of its execute request. */
final class CellPublisher implements CellOutput {
    private final Request request;
    private final boolean silent;
    private final InputRequests inputs;

    /**
     * Creates a publisher.
     *
     * @param silent whether nothing is published
     * @param inputs lines that the user types; null if the client does not accept questions
     */
    CellPublisher(Request request, boolean silent, InputRequests inputs) {
        this.request = request;
        this.silent = silent;
        this.inputs = inputs;
    }

    @Override
    public void stream(StreamName name, String text) {
        if (!silent) {
            request.publish("stream", Map.of("name", name.toString(), "text", text));
        }
    }

    @Override
    public void display(MimeBundle data, String displayId, boolean update) {
        if (silent) {
            return;
        }
        Map<String, Object> content = new HashMap<>();
        content.put("data", data.data());
        content.put("metadata", data.metadata());
        content.put("transient", displayId == null ? Map.of() : Map.of("display_id", displayId));
        request.publish(update ? "update_display_data" : "display_data", content);
    }

    @Override
    public void clear(boolean wait) {
        if (!silent) {
            request.publish("clear_output", Map.of("wait", wait));
        }
    }

    @Override
    public String input(String prompt, boolean hidden) throws IOException {
        if (inputs == null) {
            throw new IOException(
                    "this front end does not accept input requests (allow_stdin is false): set the value in the cell");
        }
        try {
            return inputs.ask(request, prompt, hidden);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for input");
        }
    }
}
