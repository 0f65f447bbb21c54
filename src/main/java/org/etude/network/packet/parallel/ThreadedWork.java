// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

/** How much of a network was simulated apart, in packet-hops. */
public final class ThreadedWork {
    private long parts;
    private long hops;
    private long events;
    private long repeatedParts;
    private long repeatedHops;

    void landed(long moreHops, long moreEvents) {
        parts++;
        hops += moreHops;
        events += moreEvents;
    }

    void repeated(long moreHops) {
        repeatedParts++;
        repeatedHops += moreHops;
    }

    /** The number of times that a part was simulated apart and taken back. */
    public long parts() {
        return parts;
    }

    /** The packet-hops of these. */
    public long hops() {
        return hops;
    }

    /** The events of these. */
    public long events() {
        return events;
    }

    /** The number of times that a part was simulated apart in vain, because a flow began in it. */
    public long repeatedParts() {
        return repeatedParts;
    }

    /** The packet-hops of these that were simulated again. */
    public long repeatedHops() {
        return repeatedHops;
    }

    @Override
    public String toString() {
        return parts + " parts of " + (parts == 0 ? 0 : hops / parts) + " packet-hops on average, " + repeatedParts
                + " in vain with " + repeatedHops + " simulated again";
    }
}
