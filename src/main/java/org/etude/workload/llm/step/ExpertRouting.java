// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * How many copies of a token travel when its experts must lie in a few of the groups of experts, such as nodes (device-limited and
 * node-limited routing: DeepSeek-V2, 2024, section 2.2.2; DeepSeek-V3 technical report, 2024, section 2.1.2). A token goes to each chosen
 * group once, to the rank at the sender's place, and from there once to each rank with one of its experts (section 3.2.2).
 *
 * @param groups groups of experts
 * @param chosen groups of which a token's experts are
 * @param experts experts of a layer
 * @param ranks ranks over which experts are spread
 * @param choices experts of a token
 */
record ExpertRouting(int groups, int chosen, long experts, int ranks, long choices) {
    /** Refuses what cannot be chosen. */
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
                    "Give at most as many as there are groups, with enough experts for a token.");
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

    /** Groups of neighbouring ranks of experts; 1 where the router does not look at them. */
    static int groups(LlmTraining training) {
        boolean moe = training.flag(LlmOption.MOE) && training.ep() > 1;
        return moe ? (int) Math.min(Integer.MAX_VALUE, training.number(LlmOption.ROUTER_GROUPS)) : 1;
    }

    /** Whether tokens go to groups first. */
    boolean isLimited() {
        return groups > 1;
    }

    /**
     * Groups that a token goes to, on average: each chosen one holds none of its k of m e experts with the chance
     * C(m e - e, k) / C(m e, k). At most the groups that are chosen.
     */
    double groupsOfToken() {
        double each = (double) experts / groups;
        return chosen * (1 - missed(chosen * each, each));
    }

    /** Ranks that a token goes to, on average, by the same chance. */
    double ranksOfToken() {
        double each = (double) experts / ranks;
        double perGroup = (double) ranks / groups;
        return chosen * perGroup * (1 - missed(chosen * perGroup * each, each));
    }

    /** Of this many ranks, those that have one of this many experts of a token, on average, when each is as likely to. */
    static double distinct(double choices, double ranks) {
        return ranks * (1 - Math.pow(1 - 1 / ranks, choices));
    }

    /** The chance that none of the chosen experts is among these of all. */
    private double missed(double all, double these) {
        double chance = 1;
        for (int i = 0; i < choices; i++) {
            chance *= Math.max(0, all - these - i) / (all - i);
        }
        return chance;
    }
}
