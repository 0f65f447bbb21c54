// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.spec.CollectiveType;

/** Times of communication in ns. */
public interface CollectiveTimes {
    /**
     * A collective.
     *
     * @param type the collective
     * @param bytes its size as an execution trace counts it: a rank's buffer, for an all-gather its share
     * @param group its process group
     * @param members number of its members
     */
    double collective(CollectiveType type, double bytes, Group group, int members);

    /** Whether a sending stage waits until its message has been sent. */
    default boolean blockingMessages() {
        return false;
    }

    /** A message of this many bytes between the same ranks of two stages. */
    double message(double bytes, int from, int to);
}
