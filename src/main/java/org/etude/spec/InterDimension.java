// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

/** In which order the chunks of a collective visit the dimensions. */
public enum InterDimension {
    /** Ascending, an all-gather descending. */
    BASELINE("baseline", "ascending"),
    /** Each chunk begins one dimension further on. */
    ROUND_ROBIN("roundRobin"),
    /** As baseline, but an all-reduce scatters over all dimensions and gathers back. */
    ONLINE_GREEDY("onlineGreedy"),
    /** Themis: the least loaded dimension first. */
    OFFLINE_GREEDY("themis", "offlineGreedy"),
    /** Themis with chunks sized to level the loads. */
    OFFLINE_GREEDY_FLEX("offlineGreedyFlex");

    private final String[] names;

    InterDimension(String... names) {
        this.names = names;
    }

    /** The policy of a name in system files, or null. */
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

    /** Whether it is one of the Themis forms. */
    public boolean themis() {
        return this == OFFLINE_GREEDY || this == OFFLINE_GREEDY_FLEX;
    }

    /** The name in system files. */
    public String wireName() {
        return names[0];
    }
}
