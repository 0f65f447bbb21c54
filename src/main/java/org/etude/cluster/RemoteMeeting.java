// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.Map;
import java.util.SortedMap;

/**
 * Where what values sent with one key comes together, on any machine. Implementations are public with a public constructor that takes
 * nothing; a meeting depends on its parcels only, because it is held again when its machine is lost.
 */
public interface RemoteMeeting {
    /**
     * Makes replies.
     *
     * @param key what the parcels have in common
     * @param parcels by the number of the value that sent each, from 0
     * @return replies by the number of the value that gets each; it may have sent nothing
     * @throws Exception when it cannot be done; the whole work then ends with its message
     */
    Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) throws Exception;

    /** Makes a meeting by the name of its class, where it is held. */
    static RemoteMeeting open(String type) {
        return RemoteClass.open(RemoteMeeting.class, type);
    }
}
