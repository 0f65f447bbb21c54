// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/** Bytes that each member of a group sends to each other one in an uneven all-to-all. */
public interface PairBytes {
    /** Bytes from a member to another, above 0; members count from 0. */
    long bytes(int from, int to);

    /** The maximum that any of this many members sends to, or receives from, all others. */
    default long most(int members) {
        long most = 0;
        for (int member = 0; member < members; member++) {
            long sent = 0;
            long received = 0;
            for (int other = 0; other < members; other++) {
                sent += other == member ? 0 : bytes(member, other);
                received += other == member ? 0 : bytes(other, member);
            }
            most = Math.max(most, Math.max(sent, received));
        }
        return most;
    }
}
