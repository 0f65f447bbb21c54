// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/** How an all-reduce over all GPUs passes; one at a time. */
public interface AllReduce {
    /** Starts one now; {@code over} runs when its result is everywhere, with nothing to do at once. */
    void start(long bytes, Runnable over);
}
