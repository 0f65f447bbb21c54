// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

/** The parts of a repair in their order, by which changes are listed. */
enum RepairPhase {
    /** The passes over one rank's trace. */
    PASSES,
    /** Names of groups. */
    GROUPS,
    /** Messages. */
    TRANSFERS,
    /** Collectives. */
    COLLECTIVES,
    /** Traces without a node. */
    EMPTY
}
