// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.spec.CollectiveType;

/** How long communication takes, ns. */
public interface CollectiveTimes {
    /**
     * A collective.
     *
     * @param type the collective
     * @param bytes its size as an execution trace counts it: a rank's buffer, for an all-gather its share
     * @param group among which ranks
     * @param members how many
     */
    double collective(CollectiveType type, double bytes, Group group, int members);

    /** Whether a stage that sends waits until its message is through. */
    default boolean blockingMessages() {
        return false;
    }

    /** A message of this many bytes between the same ranks of two stages. */
    double message(double bytes, int from, int to);
}
