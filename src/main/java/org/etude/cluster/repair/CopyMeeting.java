// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.Map;
import java.util.SortedMap;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;

/** Passes the nodes of one rank on to those that copy them. */
public final class CopyMeeting implements RemoteMeeting {
    @Override
    public Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) {
        return ((CopyExchange) shared.open(RepairView::of).step()).pass(parcels);
    }
}
