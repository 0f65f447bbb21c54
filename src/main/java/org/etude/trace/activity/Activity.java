// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.Locale;

/**
 * What a rank spends its time on, as defined for recorded, replayed and simulated steps, tables, figures and
 * calibration. Every instant belongs to the first activity in this list that takes place then, so that the parts are
 * disjoint and add up to the wall time.
 */
public enum Activity {
    /**
     * Kernels that do not communicate; on a rank without GPU work, host operators except the time they spend on or
     * waiting for communication.
     */
    COMPUTE,
    /**
     * Collectives and messages that move data, while nothing computes: exposed communication. A transfer starts when
     * the last rank of the group, or the second side of a message, has arrived.
     */
    TRANSFER,
    /** Copies between host and devices and between devices, memory sets, remote memory accesses. */
    COPY,
    /** A collective or message waits for a rank that has not arrived: a pipeline bubble, a late rank. */
    WAITING,
    /**
     * The host runs: launches, Python, gaps. It lasts from the first recorded event to the last, or in a run of the
     * recording from the first node to the last; for a workload that was not recorded it covers only its nodes.
     */
    HOST,
    /** None of these. */
    IDLE;

    private final String text = name().equals("TRANSFER") ? "communication" : name().toLowerCase(Locale.ROOT);

    /** The name used in tables, node attributes and summaries. */
    public String text() {
        return text;
    }
}
