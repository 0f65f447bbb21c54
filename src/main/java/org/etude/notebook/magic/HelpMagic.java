// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import java.util.List;
import java.util.function.Supplier;
import org.etude.notebook.eval.CellResult;

/** The magic %help: explains the magics. */
final class HelpMagic implements Magic {
    private final Supplier<List<Magic>> all;

    HelpMagic(Supplier<List<Magic>> all) {
        this.all = all;
    }

    @Override
    public String name() {
        return "help";
    }

    @Override
    public String usage() {
        return "%help";
    }

    @Override
    public String summary() {
        return "lists the magics and what cells can call";
    }

    @Override
    public CellResult run(MagicCall call) {
        return call.cell().call(() -> {
            System.out.print(text());
            return null;
        });
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (Magic each : all.get()) {
            text.append(each.usage()).append("\n    ").append(each.summary()).append('\n');
        }
        return text.append("\nA cell shows the value of its last expression, unless a semicolon ends it.\n"
                        + "display(x), updateDisplay(id, x), clearOutput(), readLine(prompt) work anywhere in a cell.\n"
                        + "Tab completes, Shift+Tab or a question (Traces.load?) shows documentation.\n")
                .toString();
    }
}
