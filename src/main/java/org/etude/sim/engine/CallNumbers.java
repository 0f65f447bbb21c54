// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.HashMap;
import java.util.Map;
import org.etude.sim.program.RankGroup;

/**
 * Numbers the collectives of each type in each process group as ranks reach them, so that calls of equal number match.
 */
final class CallNumbers {
    private final Map<Kind, int[]> reached = new HashMap<>();
    private final int ranks;

    /** Creates the numbering of a job with this many ranks. */
    CallNumbers(int ranks) {
        this.ranks = ranks;
    }

    /**
     * Equality is written out, here and below: a record's own is linked by method handles, whose cost short runs
     * notice.
     */
    record Kind(int group, long type) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Kind kind && group == kind.group && type == kind.type;
        }

        @Override
        public int hashCode() {
            return 31 * group + Long.hashCode(type);
        }
    }

    /** One collective of a group; equal on all its ranks. */
    record Call(Kind kind, int number) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Call call && number == call.number && kind.equals(call.kind);
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + number;
        }
    }

    /** The next call of a rank. */
    Call next(RankGroup group, int rank, long type) {
        Kind kind = new Kind(group.id(), type);
        return new Call(kind, reached.computeIfAbsent(kind, k -> new int[ranks])[rank]++);
    }
}
