// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

/** What happens to each rank's trace between two answers. */
interface RepairStep {
    /** The trace after this step. */
    RepairingRank next(RepairingRank rank);
}
