// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import org.etude.notebook.eval.CellResult;

/** The magic %reset: discards the declarations of cells. */
final class ResetMagic implements Magic {
    @Override
    public String name() {
        return "reset";
    }

    @Override
    public String usage() {
        return "%reset";
    }

    @Override
    public String summary() {
        return "discards all variables, methods and classes of cells; imports and jars stay";
    }

    @Override
    public CellResult run(MagicCall call) {
        return call.cell().call(() -> {
            call.evaluator().reset();
            return null;
        });
    }
}
