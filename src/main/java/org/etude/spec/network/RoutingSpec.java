// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Inside;

/**
 * How packets are routed. Shortest paths by hops; among equal ones a hash of addresses and ports chooses. The order of
 * equal next hops is: hosts by rising id, then switches by falling id (the reference's, there an accident of memory), or
 * all by rising id.
 *
 * @param referenceOrder whether next hops stand in the reference's order rather than by rising id
 * @param parallelLinks whether all links between the same two nodes carry traffic; otherwise the last one listed, as the
 *     reference
 * @param hostForwarding whether hosts pass packets on; otherwise only switches do, as the reference
 * @param failures links that fail
 */
@Inside
public record RoutingSpec(
        boolean referenceOrder, boolean parallelLinks, boolean hostForwarding, List<LinkFailure> failures) {

    /** Copies. */
    public RoutingSpec {
        failures = List.copyOf(failures);
    }

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
        return new RoutingSpec(true, false, false, List.of());
    }

    /** The same with one more link that fails. */
    public RoutingSpec withFailure(LinkFailure more) {
        List<LinkFailure> all = new ArrayList<>(failures);
        all.add(more);
        return new RoutingSpec(referenceOrder, parallelLinks, hostForwarding, all);
    }

    /** The same with hosts that pass packets on, or not. */
    public RoutingSpec withHostForwarding(boolean on) {
        return new RoutingSpec(referenceOrder, parallelLinks, on, failures);
    }

    /** The same with all links between two nodes in use, or only the last one listed. */
    public RoutingSpec withParallelLinks(boolean on) {
        return new RoutingSpec(referenceOrder, on, hostForwarding, failures);
    }
}
