// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/** The order in which the chunks of a collective visit the dimensions. */
@Internal
public enum InterDimension {
    /** Ascending; descending for an all-gather. */
    BASELINE("baseline", "ascending"),
    /** Each chunk starts one dimension after the previous chunk. */
    ROUND_ROBIN("roundRobin"),
    /** As baseline, but an all-reduce reduce-scatters over all dimensions, then all-gathers in reverse. */
    ONLINE_GREEDY("onlineGreedy"),
    /** Themis: the least loaded dimension first. */
    OFFLINE_GREEDY("themis", "offlineGreedy"),
    /** Themis with chunk sizes that balance the loads. */
    OFFLINE_GREEDY_FLEX("offlineGreedyFlex");

    /** The names, for messages. */
    public static final String NAMES = "baseline, roundRobin, onlineGreedy, themis, offlineGreedy or offlineGreedyFlex";

    private final String[] names;

    InterDimension(String... names) {
        this.names = names;
    }

    /** The policy with this name in system files, or null. */
    public static InterDimension of(String name) {
        for (InterDimension policy : values()) {
            for (String known : policy.names) {
                if (known.equals(name)) {
                    return policy;
                }
            }
        }
        return null;
    }

    /** Whether it is a variant of Themis. */
    public boolean themis() {
        return this == OFFLINE_GREEDY || this == OFFLINE_GREEDY_FLEX;
    }

    /** The name in system files. */
    public String wireName() {
        return names[0];
    }
}
