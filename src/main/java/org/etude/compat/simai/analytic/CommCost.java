// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import org.etude.compat.simai.model.Parallel;
import org.etude.spec.CollectiveType;

/** What communication costs. */
interface CommCost {
    /**
     * The time of a collective, whole ns.
     *
     * @param where the row, for findings
     * @param collective what is done
     * @param kind the kind of group
     * @param ranks ranks of the group
     * @param bytes its size
     */
    long nanos(String where, CollectiveType collective, Parallel kind, int ranks, long bytes);

    /**
     * The time of a collective in no known group, whole ns.
     *
     * @param ranks ranks of the group that is usual for the pass
     */
    default long nanosWithoutGroup(String where, CollectiveType collective, int ranks, long bytes) {
        return 0;
    }

    /** The time of all messages between stages that are not hidden, us. */
    double stageMicros(double bytes);
}
