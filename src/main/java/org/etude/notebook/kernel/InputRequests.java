// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.etude.notebook.wire.WireMessage;

/** Asks the user questions, one at a time. */
final class InputRequests {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** Receives the answer of a client. */
    void take(WireMessage reply) {
        if ("input_reply".equals(reply.type())) {
            lines.add(reply.text("value", ""));
        }
    }

    /**
     * Asks a question and waits for the answer.
     *
     * @throws InterruptedException when the cell is interrupted
     */
    synchronized String ask(Request request, String prompt, boolean hidden) throws InterruptedException {
        lines.clear();
        request.ask(Map.of("prompt", prompt, "password", hidden));
        return lines.take();
    }
}
