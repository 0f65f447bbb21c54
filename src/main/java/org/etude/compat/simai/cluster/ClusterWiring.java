// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import org.etude.topology.graph.TopologyException;

/** How GPUs, top-of-rack switches and spine switches are linked. */
public enum ClusterWiring {
    /** One top-of-rack switch per rail. */
    RAIL(true, 1, 1),
    /** Two top-of-rack switches per rail. */
    RAIL_DUAL_TOR(true, 2, 1),
    /** Two top-of-rack switches per rail, each with its own spines. */
    RAIL_DUAL_PLANE(true, 2, 2),
    /** One top-of-rack switch for all GPUs of a segment. */
    PLAIN(false, 1, 1),
    /** Two top-of-rack switches for all GPUs of a segment. */
    PLAIN_DUAL_TOR(false, 2, 1);

    private final boolean rails;
    private final int tors;
    private final int planes;

    ClusterWiring(boolean rails, int tors, int planes) {
        this.rails = rails;
        this.tors = tors;
        this.planes = planes;
    }

    /**
     * The wiring for three flags.
     *
     * @throws TopologyException when there is none
     */
    static ClusterWiring of(boolean railOptimised, boolean dualToR, boolean dualPlane) {
        if (dualPlane && !railOptimised) {
            throw new TopologyException(
                    "two planes need rails: a structure that is not rail-optimised has no dual plane",
                    "Add --ro and --dt, or leave --dp out.");
        }
        if (dualPlane && !dualToR) {
            throw new TopologyException(
                    "two planes need two top-of-rack switches: a rail-optimised structure with one has no dual plane",
                    "Add --dt, or leave --dp out.");
        }
        if (!railOptimised) {
            return dualToR ? PLAIN_DUAL_TOR : PLAIN;
        }
        return !dualToR ? RAIL : dualPlane ? RAIL_DUAL_PLANE : RAIL_DUAL_TOR;
    }

    /** Whether GPUs of the same index in their servers share switches. */
    public boolean rails() {
        return rails;
    }

    /** The number of top-of-rack switches each GPU is linked to. */
    public int tors() {
        return tors;
    }

    /** The number of sets of spine switches. */
    public int planes() {
        return planes;
    }
}
