package org.etude.plan;

import java.util.List;
import java.util.Map;

/**
 * What a search found.
 *
 * @param candidates splits that were looked at
 * @param estimated those whose step was estimated
 * @param left how many were left out, by reason
 * @param fastest the fastest plans, the fastest first
 * @param front plans than which none is both faster and smaller, by memory
 */
public record PlanResult(
        int candidates, int estimated, Map<String, Integer> left, List<Plan> fastest, List<Plan> front) {
    /** Copies. */
    public PlanResult {
        left = Map.copyOf(left);
        fastest = List.copyOf(fastest);
        front = List.copyOf(front);
    }
}
