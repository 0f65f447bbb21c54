// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.Map;
import java.util.SortedMap;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;

/** Decides about the collectives of one process group. */
public final class CollectiveMeeting implements RemoteMeeting {
    @Override
    public Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) {
        return ((CollectiveExchange) shared.open(RepairView::of).step()).decide(key, parcels);
    }
}
