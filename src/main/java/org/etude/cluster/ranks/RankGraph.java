// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.etude.cluster.ExchangingStage;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.et.convert.EtConverter;
import org.etude.et.convert.JobPlan;
import org.etude.et.convert.RankTransfers;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.StagedEts;
import org.etude.link.match.GroupPairing;
import org.etude.link.match.LinkedGraph;
import org.etude.link.match.MatchPlan;
import org.etude.link.match.MessageSizes;
import org.etude.link.match.PeerPairing;
import org.etude.link.model.RankLog;
import org.etude.store.StoredFile;

/**
 * The linked graph of a rank.
 *
 * @param graph empty for files that are not a rank of the job
 * @param transfers the transfers of all ranks from this rank's point of view, once they are matched
 */
record RankGraph(Optional<LinkedGraph> graph, Optional<RankTransfers> transfers) implements ExchangingStage {
    private static final byte[] NOTHING = new byte[0];

    @Override
    public byte[] answer() {
        return graph.isEmpty() || transfers.isPresent()
                ? NOTHING
                : RankSummary.of(graph.get()).bytes();
    }

    @Override
    public RemoteStage next(RemoteShare shared) {
        JobView view = shared.open(JobView::of);
        if (view.plan().isPresent()) {
            return new RankTraces(
                    graph.map(g -> converted(g, view, view.plan().get())).orElse(NOTHING));
        }
        GroupPairing groups = new GroupPairing(view.groups());
        PeerPairing peers = new PeerPairing(view.open());
        return new RankGraph(
                graph.map(g -> {
                    RankLog log = new RankLog(g.trace().rank());
                    return peers.complete(groups.complete(g, log), log);
                }),
                Optional.empty());
    }

    private byte[] converted(LinkedGraph rank, JobView view, JobPlan plan) {
        int number = rank.trace().rank();
        int index = view.index(number);
        EtConverter converter = new EtConverter(plan);
        EtConverter.Part part = converter.rank(index, rank, transfers.orElse(RankTransfers.NONE));
        long written = view.staging()
                .map(staging -> StagedEts.put(staging, converter.prefix(), index, part.graph()))
                .orElse(-1L);
        byte[] et = written < 0 ? EtFiles.bytes(part.graph()) : NOTHING;
        List<KindSums> sums = written < 0 ? List.of() : KindSums.of(part.graph());
        return StoredFile.bytes(
                RankTraces.KIND, new RankTraces.Converted(number, written, et, sums, part.findings(), part.groups()));
    }

    @Override
    public Map<String, byte[]> parcels(RemoteShare shared) {
        Optional<MatchPlan> matching = shared.open(JobView::of).matching();
        return graph.map(g ->
                        matching.map(plan -> TransferMeeting.parcels(plan, g)).orElseGet(() -> SizeMeeting.parcels(g)))
                .orElse(Map.of());
    }

    @Override
    public RemoteStage received(RemoteShare shared, SortedMap<String, byte[]> replies) {
        if (shared.open(JobView::of).matching().isPresent()) {
            return new RankGraph(graph, Optional.of(TransferMeeting.transfers(replies.values())));
        }
        return new RankGraph(
                graph.map(g -> MessageSizes.complete(
                        g,
                        SizeMeeting.sizes(replies.values()),
                        new RankLog(g.trace().rank()))),
                Optional.empty());
    }
}
