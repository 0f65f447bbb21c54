// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import io.github.spencerpark.jupyter.kernel.comm.Comm;
import io.github.spencerpark.jupyter.kernel.comm.CommManager;
import io.github.spencerpark.jupyter.messages.Message;
import io.github.spencerpark.jupyter.messages.comm.CommCloseCommand;
import io.github.spencerpark.jupyter.messages.comm.CommMsgCommand;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.widget.FrontEnd;

/** Widgets over this kernel's comms; their code runs between the cells. */
final class CommFrontEnd implements FrontEnd {
    private final Comms comms;
    private final CellEvaluator evaluator;
    private final Consumer<Runnable> cells;

    /**
     * Creates a front end.
     *
     * @param evaluator runs the code
     * @param cells accepts work that waits for its turn among the cells
     */
    CommFrontEnd(Comms comms, CellEvaluator evaluator, Consumer<Runnable> cells) {
        this.comms = comms;
        this.evaluator = evaluator;
        this.cells = cells;
    }

    @Override
    public Line open(String target, JsonObject data, JsonObject metadata, Consumer<JsonObject> received) {
        return comms.openComm(
                target, data, metadata, (manager, id, name, opened) -> new CommLine(manager, id, name, received));
    }

    @Override
    public void run(CellOutput output, Callable<?> body, Consumer<CellResult> end) {
        cells.accept(() -> end.accept(evaluator.evaluate(0, output, cell -> cell.call(body))));
    }

    /** A comm that passes on received messages. */
    private static final class CommLine extends Comm implements Line {
        private final Consumer<JsonObject> received;

        private CommLine(CommManager manager, String id, String target, Consumer<JsonObject> received) {
            super(manager, id, target);
            this.received = received;
        }

        @Override
        public String id() {
            return getID();
        }

        @Override
        protected void onMessage(Message<CommMsgCommand> message) {
            received.accept(message.getContent().getData());
        }

        @Override
        protected void onClose(Message<CommCloseCommand> message, boolean sent) {
            // the slider can no longer be moved
        }
    }
}
