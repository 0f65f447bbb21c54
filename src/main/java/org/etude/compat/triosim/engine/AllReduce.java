// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/** An all-reduce over all GPUs; one at a time. */
public interface AllReduce {
    /**
     * Starts an all-reduce now; {@code over} runs when its result has reached every GPU, or at once if there is nothing
     * to do.
     */
    void start(long bytes, Runnable over);
}
