// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;
import org.etude.et.convert.HostTransfers;
import org.etude.et.convert.RankTransfers;
import org.etude.link.match.MatchKey;
import org.etude.link.match.MatchPlan;
import org.etude.link.match.MatchRow;
import org.etude.link.match.RankCall;
import org.etude.link.model.LinkedRank;
import org.etude.store.StoredFile;

/** Matches the calls of all ranks with one key, and replies to each rank with its view of the result. */
public final class TransferMeeting implements RemoteMeeting {
    private static final String CALLS = "calls";
    private static final String TRANSFERS = "transfers";

    /** The calls sent by one rank. */
    private record Sent(List<RankCall> calls) {}

    /** The parcels of a rank. */
    static Map<String, byte[]> parcels(MatchPlan matching, LinkedRank rank) {
        Map<String, byte[]> parcels = new TreeMap<>();
        matching.calls(rank).forEach((key, calls) -> parcels.put(key.text(), StoredFile.bytes(CALLS, new Sent(calls))));
        return parcels;
    }

    /** Decodes the replies to a rank. */
    static RankTransfers transfers(Collection<byte[]> replies) {
        return RankTransfers.together(replies.stream()
                .map(reply -> StoredFile.of(reply, TRANSFERS, RankTransfers.class))
                .toList());
    }

    @Override
    public Map<Integer, byte[]> meet(RemoteShare shared, String key, SortedMap<Integer, byte[]> parcels) {
        JobView view = shared.open(JobView::of);
        MatchKey.Kind kind = MatchKey.kind(key);
        SortedMap<Integer, List<RankCall>> byRank = new TreeMap<>();
        for (byte[] parcel : parcels.values()) {
            List<RankCall> calls = StoredFile.of(parcel, CALLS, Sent.class).calls;
            byRank.put(calls.get(0).rank(), calls);
        }
        HostTransfers matched = new HostTransfers(view.machines());
        for (MatchRow row : MatchRow.of(kind, byRank)) {
            long bytes = row.calls().get(0).inBytes();
            matched.add(kind == MatchKey.Kind.MESSAGE, bytes, row.members(), k -> row.calls()
                    .get(k)
                    .onHost());
        }
        Map<Integer, byte[]> replies = new TreeMap<>();
        view.inputs().forEach((rank, input) -> {
            RankTransfers own = matched.of(rank);
            if (!own.isEmpty()) {
                replies.put(input, StoredFile.bytes(TRANSFERS, own));
            }
        });
        return replies;
    }
}
