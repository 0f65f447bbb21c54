// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/**
 * How to load.
 *
 * @param keepTruncated keep the complete records of a file that ends in the middle, with a finding, instead of failing
 * @param keepInputs keep the text of every node's inputs and outputs (the drop-in tools write it); otherwise only that
 *     of communication nodes and of layers with parameters is kept and memory stays small
 * @param threads how many files to read at once
 */
public record LoadOptions(boolean keepTruncated, boolean keepInputs, int threads) {
    /** Fail on truncated files, keep the inputs of communication and layers only, one thread per core. */
    public static LoadOptions defaults() {
        return new LoadOptions(false, false, Runtime.getRuntime().availableProcessors());
    }

    /** Rejects an invalid number of threads. */
    @Internal
    public LoadOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1: " + threads);
        }
    }

    /** The same with truncated files kept. */
    public LoadOptions withKeepTruncated() {
        return new LoadOptions(true, keepInputs, threads);
    }

    /** The same with all inputs kept. */
    public LoadOptions withKeepInputs() {
        return new LoadOptions(keepTruncated, true, threads);
    }
}
