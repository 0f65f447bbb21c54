// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.Locale;

/**
 * What the time of a rank is spent on: the one set of definitions for recorded, replayed and simulated steps, tables, figures
 * and calibration. A moment belongs to the first of these that takes place in it, so that the parts are disjoint and add up to
 * the wall time.
 */
public enum Activity {
    /**
     * Kernels that do not communicate; on a rank without GPU work the operators on its host threads, without the time they
     * spend on communication or wait for it.
     */
    COMPUTE,
    /**
     * Collectives and messages that move data, while nothing computes: exposed communication. The transfer starts when the
     * last rank of the group has arrived, of a message when both sides have.
     */
    TRANSFER,
    /** Copies between host and devices and between devices, memory sets, remote memory accesses. */
    COPY,
    /** A collective or message waits for a rank that has not arrived: a pipeline bubble, a late rank. */
    WAITING,
    /**
     * The host runs: launches, Python, gaps. From its first recorded event to its last, and in a run of the recording from the
     * first of its nodes to the last; of a workload that was not recorded its nodes alone.
     */
    HOST,
    /** None of these. */
    IDLE;

    /** As tables, node attributes and summaries write it. */
    public String text() {
        return this == TRANSFER ? "communication" : name().toLowerCase(Locale.ROOT);
    }
}
