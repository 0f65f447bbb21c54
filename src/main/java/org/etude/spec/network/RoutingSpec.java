// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Internal;

/**
 * How packets are routed: along shortest paths by hops, chosen among equal ones by a hash of addresses and ports. The
 * order of equal next hops is hosts by rising id, then switches by falling id (the reference's order, an accident of
 * its memory layout), or all by rising id.
 *
 * @param referenceOrder whether next hops are in the reference's order rather than by rising id
 * @param parallelLinks whether all links between the same two nodes carry traffic; otherwise only the last one listed,
 *     as in the reference
 * @param hostForwarding whether hosts forward packets; otherwise only switches do, as in the reference
 * @param failures links that fail
 */
@Internal
public record RoutingSpec(
        boolean referenceOrder, boolean parallelLinks, boolean hostForwarding, List<LinkFailure> failures) {

    /** Copies. */
    public RoutingSpec {
        failures = List.copyOf(failures);
    }

    /**
     * A link that fails permanently; packets on it or queued at its switch ports are lost.
     *
     * @param atNanos time of the failure in ns
     * @param a one end
     * @param b the other end
     */
    public record LinkFailure(long atNanos, int a, int b) {
        /** Rejects a time before the start, and ends that are no nodes. */
        public LinkFailure {
            if (a < 0 || b < 0) {
                throw new IllegalArgumentException("a link joins two nodes, which count from 0: " + a + "-" + b);
            }
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

    /** The same with or without hosts that forward packets. */
    public RoutingSpec withHostForwarding(boolean on) {
        return new RoutingSpec(referenceOrder, parallelLinks, on, failures);
    }

    /** The same with all parallel links in use, or only the last one listed. */
    public RoutingSpec withParallelLinks(boolean on) {
        return new RoutingSpec(referenceOrder, on, hostForwarding, failures);
    }
}
