// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.notebook.error.CellError;
import org.etude.notebook.ipynb.Output;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.output.StreamName;

/**
 * Records what cells show, in the order and form of a notebook file: consecutive pieces of one stream are joined, and
 * displays are replaced in place when updated, even from a later cell.
 */
public final class OutputRecorder {
    private final List<CellSheet> sheets = new ArrayList<>();
    private final Map<String, List<Slot>> displays = new HashMap<>();

    /** A display that can be replaced. */
    private static final class Slot {
        private Output output;

        private Slot(Output output) {
            this.output = output;
        }
    }

    /** Records the outputs of the next cell. */
    public synchronized CellSheet begin() {
        CellSheet sheet = new CellSheet();
        sheets.add(sheet);
        return sheet;
    }

    /** The outputs of one cell; threads of the cell may still add to them. */
    public final class CellSheet implements CellOutput {
        private final List<Slot> slots = new ArrayList<>();
        private boolean clearBeforeNext;

        private CellSheet() {}

        @Override
        public void stream(StreamName name, String text) {
            synchronized (OutputRecorder.this) {
                clearIfDue();
                Output last = slots.isEmpty() ? null : slots.get(slots.size() - 1).output;
                if (last != null
                        && last.type().equals("stream")
                        && last.text("name").equals(name.toString())) {
                    slots.get(slots.size() - 1).output = Output.stream(name.toString(), last.text("text") + text);
                } else {
                    add(Output.stream(name.toString(), text));
                }
            }
        }

        @Override
        public void display(MimeBundle data, String displayId, boolean update) {
            if (data.isProgress()) {
                return; // progress depends on the load of the machine and is not a result
            }
            synchronized (OutputRecorder.this) {
                Output output = Output.display(data.data(), data.metadata());
                if (update) {
                    displays.getOrDefault(displayId, List.of()).forEach(slot -> slot.output = output);
                    return;
                }
                clearIfDue();
                Slot slot = add(output);
                if (displayId != null) {
                    displays.computeIfAbsent(displayId, id -> new ArrayList<>()).add(slot);
                }
            }
        }

        @Override
        public void clear(boolean wait) {
            synchronized (OutputRecorder.this) {
                clearBeforeNext = wait;
                if (!wait) {
                    slots.clear();
                }
            }
        }

        /** The value of the cell. */
        void result(int executionCount, MimeBundle data) {
            synchronized (OutputRecorder.this) {
                clearIfDue();
                add(Output.result(executionCount, data.data(), data.metadata()));
            }
        }

        /** Records the error that ended the cell. */
        public void error(CellError error) {
            synchronized (OutputRecorder.this) {
                clearIfDue();
                add(Output.error(error.name(), error.value() == null ? "" : error.value(), error.traceback()));
            }
        }

        /** The outputs so far. */
        public List<Output> outputs() {
            synchronized (OutputRecorder.this) {
                return slots.stream().map(slot -> slot.output).toList();
            }
        }

        private void clearIfDue() {
            if (clearBeforeNext) {
                slots.clear();
                clearBeforeNext = false;
            }
        }

        private Slot add(Output output) {
            Slot slot = new Slot(output);
            slots.add(slot);
            return slot;
        }
    }
}
