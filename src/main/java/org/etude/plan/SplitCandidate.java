// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Map;
import org.etude.spec.LlmOption;

/**
 * A split considered by a search, and its outcome.
 *
 * @param choices the value of each parallelization option
 * @param status its outcome
 * @param memory memory in bytes of a rank of the stage that needs most; NaN when it was rejected
 * @param floor lower bound on its step time in s; NaN when not computed
 * @param step its estimated step time in s; NaN when not estimated
 * @param why why it is not among the fastest; empty for those that are
 */
public record SplitCandidate(
        Map<LlmOption, String> choices, Status status, double memory, double floor, double step, String why) {
    /** The outcome of a candidate. */
    public enum Status {
        /** Among the fastest. */
        FASTEST("are among the fastest"),
        /** Estimated, but slower. */
        SLOWER("are slower"),
        /**
         * Dropped: its lower bound is slower than the fastest plans, and an estimated plan is at least as good in time
         * and memory.
         */
        BOUND("cannot be among the fastest"),
        /** Dropped: it does not fit in memory. */
        MEMORY("do not fit in memory"),
        /** A combination of options that no job can have. */
        REFUSED("cannot run");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static SplitCandidate refused(Map<LlmOption, String> choices, String why) {
        return new SplitCandidate(choices, Status.REFUSED, Double.NaN, Double.NaN, Double.NaN, why);
    }
}
