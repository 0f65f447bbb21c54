// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;

/**
 * Splits of a model, divided by whether they fit in the GPUs' memory.
 *
 * @param fitting splits that fit, with a lower bound on their step time
 * @param left splits that do not fit, and combinations of options that no job can have
 */
public record FittedSplits(List<SplitCandidate> fitting, List<SplitCandidate> left) {
    /** Copies. */
    public FittedSplits {
        fitting = List.copyOf(fitting);
        left = List.copyOf(left);
    }
}
