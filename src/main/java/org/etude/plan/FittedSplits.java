// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;

/**
 * Splits of a model, sorted by whether they fit the GPUs' memory.
 *
 * @param fitting those that do, with the least that their step takes
 * @param left those that do not, or that no step can have
 */
public record FittedSplits(List<SplitCandidate> fitting, List<SplitCandidate> left) {
    /** Copies. */
    public FittedSplits {
        fitting = List.copyOf(fitting);
        left = List.copyOf(left);
    }
}
