// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.Map;
import java.util.SortedMap;

/**
 * A stage whose values can send each other bytes: parcels with the same key are processed by one {@link RemoteMeeting},
 * which replies.
 */
public interface ExchangingStage extends RemoteStage {
    /**
     * The parcels to send, by key.
     *
     * @throws Exception when they cannot be made; the whole work then ends with its message
     */
    Map<String, byte[]> parcels(RemoteShare shared) throws Exception;

    /**
     * The next value.
     *
     * @param replies by the key of the meeting; also from meetings to which it sent nothing
     * @throws Exception when it cannot be made; the whole work then ends with its message
     */
    RemoteStage received(RemoteShare shared, SortedMap<String, byte[]> replies) throws Exception;
}
