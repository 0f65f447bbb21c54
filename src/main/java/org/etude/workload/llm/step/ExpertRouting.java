// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * The number of copies of a token sent when its experts must be in a few of the groups of experts, such as nodes
 * (device-limited and node-limited routing: DeepSeek-V2, 2024, section 2.2.2; DeepSeek-V3 technical report, 2024,
 * section 2.1.2). A token goes to each chosen group once, to the rank at the sender's position, and from there once to
 * each rank with one of its experts (section 3.2.2).
 *
 * @param groups groups of experts
 * @param chosen groups of which a token's experts are
 * @param experts experts of a layer
 * @param ranks ranks over which experts are spread
 * @param choices experts of a token
 */
record ExpertRouting(int groups, int chosen, long experts, int ranks, long choices) {
    /** Rejects invalid choices. */
    ExpertRouting {
        if (groups > 1 && (ranks % groups != 0 || experts % ranks != 0)) {
            throw new LlmException(
                    "--moe_router_num_groups " + groups + " does not divide the " + ranks + " (ep) ranks of " + experts
                            + " experts",
                    "A group holds whole ranks; change it or --expert_model_parallel_size.");
        }
        if (groups > 1 && (chosen > groups || experts / groups * chosen < choices)) {
            throw new LlmException(
                    "--moe_router_group_topk is " + chosen + " of " + groups + " groups, for " + choices + " experts",
                    "Give at most the number of groups, with enough experts for a token.");
        }
    }

    static ExpertRouting of(LlmTraining training) {
        return new ExpertRouting(
                groups(training),
                (int) Math.min(Integer.MAX_VALUE, training.number(LlmOption.ROUTER_GROUP_TOP_K)),
                training.number(LlmOption.EXPERTS),
                training.ep(),
                training.number(LlmOption.TOP_K));
    }

    /** Number of groups of adjacent expert ranks; 1 when the router ignores groups. */
    static int groups(LlmTraining training) {
        boolean moe = training.flag(LlmOption.MOE) && training.ep() > 1;
        return moe ? (int) Math.min(Integer.MAX_VALUE, training.number(LlmOption.ROUTER_GROUPS)) : 1;
    }

    /** Whether tokens go to groups first. */
    boolean isLimited() {
        return groups > 1;
    }

    /**
     * Mean number of groups that a token goes to: a chosen one holds none of its k of m e experts with probability C(m
     * e - e, k) / C(m e, k). At most the number of chosen groups.
     */
    double groupsOfToken() {
        double each = (double) experts / groups;
        return chosen * (1 - missed(chosen * each, each));
    }

    /** Mean number of ranks that a token goes to, by the same probability. */
    double ranksOfToken() {
        double each = (double) experts / ranks;
        double perGroup = (double) ranks / groups;
        return chosen * perGroup * (1 - missed(chosen * perGroup * each, each));
    }

    /** Mean number of ranks that have some of a token's experts, all being equally likely. */
    static double distinct(double choices, double ranks) {
        return ranks * (1 - Math.pow(1 - 1 / ranks, choices));
    }

    /** The probability that none of the chosen experts is among these. */
    private double missed(double all, double these) {
        double chance = 1;
        for (int i = 0; i < choices; i++) {
            chance *= Math.max(0, all - these - i) / (all - i);
        }
        return chance;
    }
}
