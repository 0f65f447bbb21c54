// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Map;
import org.etude.spec.LlmOption;

/**
 * A split that a search looked at, and what became of it.
 *
 * @param choices a value of each option of the split
 * @param status what became of it
 * @param memory bytes that a rank of the fullest stage holds; NaN when it was refused
 * @param floor the least that its step takes, s; NaN when that was not needed
 * @param step its estimated step, s; NaN when it was not estimated
 * @param why why it was left out, or not among the fastest; empty for those
 */
public record SplitCandidate(
        Map<LlmOption, String> choices, Status status, double memory, double floor, double step, String why) {
    /** What became of a candidate. */
    public enum Status {
        /** Among the fastest. */
        FASTEST("are among the fastest"),
        /** Estimated, and slower than these. */
        SLOWER("are slower"),
        /** Left out, since its floor is slower than the fastest, and one that was estimated needs no more memory and is as fast. */
        BOUND("cannot be among the fastest"),
        /** Left out, since it does not fit the memory. */
        MEMORY("do not fit the memory"),
        /** No step can be split so. */
        REFUSED("are refused");

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
