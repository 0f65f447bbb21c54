// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

/** How closely the network is simulated. */
public enum Fidelity {
    /** One formula per message, no contention. */
    ANALYTIC,
    /** Messages queue for links (congestion-aware). */
    AWARE,
    /** Packet by packet, on switches with the reference's shipped settings. */
    PACKET,
    /** The network of the recording: every collective and message takes its recorded time. For recordings only. */
    RECORDED;

    /** {@link #ANALYTIC} under the name of ASTRA-sim's backend: unaware of congestion. */
    public static final Fidelity UNAWARE = ANALYTIC;
}
