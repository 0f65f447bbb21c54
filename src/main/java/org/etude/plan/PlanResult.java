// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.plan.SplitCandidate.Status;

/**
 * What a search found.
 *
 * @param candidates splits that were looked at, in the order of their floors; those that were left out for another reason last
 * @param fastest the fastest plans, the fastest first
 * @param front plans than which none is both faster and smaller, by memory
 */
public record PlanResult(List<SplitCandidate> candidates, List<Plan> fastest, List<Plan> front) {
    /** Copies. */
    public PlanResult {
        candidates = List.copyOf(candidates);
        fastest = List.copyOf(fastest);
        front = List.copyOf(front);
    }

    /** How many splits came to what. */
    public Map<Status, Long> counts() {
        return counts(candidates);
    }

    static Map<Status, Long> counts(List<SplitCandidate> candidates) {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        candidates.forEach(one -> counts.merge(one.status(), 1L, Long::sum));
        return counts;
    }

    /** What was looked at and left out, in a line. */
    public String summary() {
        return candidates.size() + (candidates.size() == 1 ? " candidate, " : " candidates, ") + estimated()
                + " estimated: " + counts();
    }

    /** Splits whose step was estimated. */
    public long estimated() {
        return candidates.stream().filter(one -> !Double.isNaN(one.step())).count();
    }
}
