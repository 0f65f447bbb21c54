// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.Map;
import java.util.SortedMap;

/** A stage whose values can send each other bytes: those with one key meet in a {@link RemoteMeeting}, which replies. */
public interface ExchangingStage extends RemoteStage {
    /**
     * What it sends, by key.
     *
     * @throws Exception when it cannot be made; the whole work then ends with its message
     */
    Map<String, byte[]> parcels(RemoteShare shared) throws Exception;

    /**
     * The value that follows.
     *
     * @param replies by the key of the meeting; also of meetings to which it sent nothing
     * @throws Exception when it cannot be made; the whole work then ends with its message
     */
    RemoteStage received(RemoteShare shared, SortedMap<String, byte[]> replies) throws Exception;
}
