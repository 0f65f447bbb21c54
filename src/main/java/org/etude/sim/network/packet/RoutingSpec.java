package org.etude.sim.network.packet;

import java.util.Optional;

/**
 * How packets find their way. Shortest paths by hops; among equal ones a hash of addresses and ports chooses. The order of
 * equal next hops is: hosts by rising id, then switches by falling id (the reference's, there an accident of memory), or
 * all by rising id.
 *
 * @param referenceOrder whether next hops stand in the reference's order rather than by rising id
 * @param parallelLinks whether all links between the same two nodes carry traffic; otherwise the last one listed, as the
 *     reference
 * @param hostForwarding whether hosts pass packets on; otherwise only switches do, as the reference
 * @param failure a link that fails, if any
 */
public record RoutingSpec(
        boolean referenceOrder, boolean parallelLinks, boolean hostForwarding, Optional<LinkFailure> failure) {

    /**
     * A link that goes down for good; what is on it or waits at its switch ports is lost.
     *
     * @param atNanos when
     * @param a one end
     * @param b the other end
     */
    public record LinkFailure(long atNanos, int a, int b) {
        /** Refuses a time before the start. */
        public LinkFailure {
            if (atNanos < 0) {
                throw new IllegalArgumentException("a link cannot fail before the start: " + atNanos + " ns");
            }
        }
    }

    /** The reference's routing. */
    public static RoutingSpec reference() {
        return new RoutingSpec(true, false, false, Optional.empty());
    }
}
