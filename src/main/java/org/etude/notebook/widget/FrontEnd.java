// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import com.google.gson.JsonObject;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.CellOutput;

/** What widgets need of the program that shows the notebook; cells find it as a service where there is one. */
public interface FrontEnd {
    /**
     * Opens a comm.
     *
     * @param target what the front end calls the receiver
     * @param data of the opening message
     * @param metadata of the opening message
     * @param received takes the data of what comes back; never two messages at once
     */
    Line open(String target, JsonObject data, JsonObject metadata, Consumer<JsonObject> received);

    /**
     * Runs something as a cell: after the cells that wait now, with its own thread and output, stopped by an interrupt. Returns at
     * once.
     *
     * @param output takes what it prints and shows
     * @param body what to run
     * @param end takes how it ended, with the value of the body
     */
    void run(CellOutput output, Callable<?> body, Consumer<CellResult> end);

    /** An open comm. */
    interface Line {
        /** Names the comm on both sides. */
        String id();

        /** Sends a message; never waits. */
        void send(JsonObject data);
    }
}
