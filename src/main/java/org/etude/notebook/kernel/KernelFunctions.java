// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import io.github.spencerpark.jupyter.kernel.comm.CommManager;
import org.etude.notebook.eval.CellFunctions;

/** Functions that cells can call without a qualifier when a Jupyter front end is connected. */
public final class KernelFunctions {
    private KernelFunctions() {}

    /**
     * The comms with the front end: register targets, open channels.
     *
     * @throws IllegalStateException outside the Jupyter kernel
     */
    public static CommManager comms() {
        return CellFunctions.service(CommManager.class);
    }
}
