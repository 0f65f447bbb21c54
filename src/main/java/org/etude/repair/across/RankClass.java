// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;

/** Ranks of a group that call the same collectives in the same order. */
final class RankClass {
    private final Calls calls;
    private final List<Integer> ranks = new ArrayList<>();

    RankClass(Calls calls) {
        this.calls = calls;
    }

    /** The calls of the first rank; those of the others differ only in nodes. */
    Calls calls() {
        return calls;
    }

    /** The ranks, ascending. */
    List<Integer> ranks() {
        return ranks;
    }

    int size() {
        return ranks.size();
    }
}
