// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import org.etude.compat.simai.model.Parallel;
import org.etude.spec.CollectiveType;

/** The cost of communication. */
interface CommCost {
    /**
     * The time of a collective, in whole ns.
     *
     * @param where the row, for findings
     * @param collective its type
     * @param kind the kind of group
     * @param ranks ranks of the group
     * @param bytes its size
     */
    long nanos(String where, CollectiveType collective, Parallel kind, int ranks, long bytes);

    /**
     * The time of a collective in an unknown group, in whole ns.
     *
     * @param ranks ranks of the default group of the pass
     */
    default long nanosWithoutGroup(String where, CollectiveType collective, int ranks, long bytes) {
        return 0;
    }

    /** The total time of exposed messages between stages, in us. */
    double stageMicros(double bytes);
}
