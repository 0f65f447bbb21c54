// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.Map;
import java.util.SortedMap;

/**
 * Processes the parcels that values sent with one key, on any machine. Implementations are public with a public
 * no-argument constructor. The result may depend only on the parcels, because a meeting is repeated when its machine is
 * lost.
 */
public interface RemoteMeeting {
    /**
     * Creates the replies.
     *
     * @param key the common key of the parcels
     * @param parcels by the number of the sending value, from 0
     * @return replies by the number of the receiving value, which need not have sent anything
     * @throws Exception when it fails; the whole work then ends with its message
     */
    Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) throws Exception;

    /** Creates a meeting from the name of its class, on the machine where it runs. */
    static RemoteMeeting open(String type) {
        return RemoteClass.open(RemoteMeeting.class, type);
    }
}
