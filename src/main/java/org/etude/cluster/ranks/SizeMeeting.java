// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;
import org.etude.link.match.MessageSizes;
import org.etude.link.match.RankCall;
import org.etude.link.model.LinkedRank;
import org.etude.store.StoredFile;

/** Matches the messages of one channel, and tells each rank the sizes that only the other one knows. */
public final class SizeMeeting implements RemoteMeeting {
    private static final String MESSAGES = "messages";
    private static final String SIZES = "sizes";

    /** The messages sent by one rank. */
    private record Sent(List<RankCall> calls) {}

    /** The sizes that one rank lacks. */
    private record Reply(List<MessageSizes.Size> sizes) {}

    /** The parcels of a rank. */
    static Map<String, byte[]> parcels(LinkedRank rank) {
        Map<String, byte[]> parcels = new TreeMap<>();
        MessageSizes.channels(rank)
                .forEach((channel, calls) -> parcels.put(channel, StoredFile.bytes(MESSAGES, new Sent(calls))));
        return parcels;
    }

    /** Decodes the replies to a rank. */
    static List<MessageSizes.Size> sizes(Collection<byte[]> replies) {
        List<MessageSizes.Size> sizes = new ArrayList<>();
        replies.forEach(reply -> sizes.addAll(StoredFile.of(reply, SIZES, Reply.class).sizes));
        return sizes;
    }

    @Override
    public Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) {
        SortedMap<Integer, List<RankCall>> byRank = new TreeMap<>();
        Map<Integer, Integer> inputs = new TreeMap<>();
        parcels.forEach((input, parcel) -> {
            List<RankCall> calls = StoredFile.of(parcel, MESSAGES, Sent.class).calls;
            byRank.put(calls.get(0).rank(), calls);
            inputs.put(calls.get(0).rank(), input);
        });
        Map<Integer, List<MessageSizes.Size>> found = new TreeMap<>();
        for (MessageSizes.Size size : MessageSizes.found(byRank)) {
            found.computeIfAbsent(inputs.get(size.rank()), input -> new ArrayList<>())
                    .add(size);
        }
        Map<Integer, byte[]> replies = new TreeMap<>();
        found.forEach((input, sizes) -> replies.put(input, StoredFile.bytes(SIZES, new Reply(sizes))));
        return replies;
    }
}
