// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.Map;
import java.util.SortedMap;

/** What ranks tell each other through a meeting, and what follows for each. */
interface RepairExchange {
    /** What a rank sends, by the key of the meeting. */
    Map<String, byte[]> parcels(RepairingRank rank);

    /** The rank after the replies. */
    RepairingRank received(RepairingRank rank, SortedMap<String, byte[]> replies);
}
