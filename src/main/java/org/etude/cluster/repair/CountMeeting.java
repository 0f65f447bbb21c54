// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.Map;
import java.util.SortedMap;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;

/** Compares how many collectives ranks have before those of all ranks. */
public final class CountMeeting implements RemoteMeeting {
    @Override
    public Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) {
        return ((CountExchange) shared.open(RepairView::of).step()).compare(parcels);
    }
}
