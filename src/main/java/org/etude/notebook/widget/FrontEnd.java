// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import com.google.gson.JsonObject;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.CellOutput;

/** What widgets require from the program that shows the notebook; cells find it as a service, if available. */
public interface FrontEnd {
    /**
     * Opens a comm.
     *
     * @param target the front end's name of the receiver
     * @param data of the opening message
     * @param metadata of the opening message
     * @param received receives the data of replies; never two messages at once
     */
    Line open(String target, JsonObject data, JsonObject metadata, Consumer<JsonObject> received);

    /**
     * Runs code as a cell: after the waiting cells, with its own thread and output, and stopped by an interrupt.
     * Returns at once.
     *
     * @param output receives what it prints and shows
     * @param body the code
     * @param end receives how it ended, with the value of the body
     */
    void run(CellOutput output, Callable<?> body, Consumer<CellResult> end);

    /** An open comm. */
    interface Line {
        /** The comm's id on both sides. */
        String id();

        /** Sends a message; never blocks. */
        void send(JsonObject data);
    }
}
