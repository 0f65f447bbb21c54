// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.List;
import org.etude.et.convert.EtConverter;
import org.etude.et.timeline.RankTimeline;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.order.MatchedWaits;
import org.etude.report.Progress;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * What the ranks of a recording waited for: collectives for the last rank and, where there is no GPU work, the host for transfers. An
 * operator within which it waits, such as one of autograd whose hook calls {@code Work.wait}, computes nothing meanwhile.
 */
public final class RecordedWaits {
    private RecordedWaits() {}

    /**
     * Whether the host of some rank computes unless it waits for transfers: one with a Kineto trace that shows no GPU work, but
     * communication.
     */
    public static boolean hostsCompute(TraceSet traces) {
        return traces.ranks().stream().anyMatch(RecordedWaits::computes);
    }

    /** Of all ranks. Takes the times of a conversion when {@linkplain #hostsCompute hosts compute}. */
    public static PartnerWaits of(LinkedSet linked, CollectiveMatches matches, Progress progress) {
        PartnerWaits.Builder waits = MatchedWaits.of(linked, matches);
        if (!hostsCompute(linked.traces())) {
            return waits.build();
        }
        List<RankTimeline> timelines = EtConverter.timelines(linked, progress).ranks();
        for (int index = 0; index < timelines.size(); index++) {
            LinkedRank rank = linked.ranks().get(index);
            if (computes(rank.trace())) {
                RankTimeline timeline = timelines.get(index);
                waits.host(rank.trace().rank(), timeline.hostWaits(), lanes(rank, timeline.sideThreads()));
            }
        }
        return waits.build();
    }

    private static boolean computes(RankTrace rank) {
        return rank.device() != null && !rank.device().hasGpuWork() && CommEvents.count(rank.device()) > 0;
    }

    /** The lanes of the Kineto trace of threads that the graph numbers otherwise. */
    private static IntSet lanes(LinkedRank rank, IntSet threads) {
        IntSet lanes = new IntOpenHashSet();
        for (int node = 0; node < rank.size() && !threads.isEmpty(); node++) {
            int event = rank.eventIndex(node);
            if (event >= 0 && threads.contains(rank.lane(node))) {
                lanes.add(rank.trace().device().lane(event));
            }
        }
        return lanes;
    }
}
