// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.Map;
import java.util.SortedMap;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;

/** Settles the messages of one channel, or of all channels that messages to or from unknown ranks may belong to. */
public final class MessageMeeting implements RemoteMeeting {
    @Override
    public Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) {
        return ((MessageExchange) shared.open(RepairView::of).step()).settle(parcels);
    }
}
