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
 * Waiting times of a recording: of collectives for the last rank to arrive and, without GPU work, of the host for
 * transfers. An operator that contains a wait, such as an autograd operator whose hook calls {@code Work.wait}, does
 * not compute during it.
 */
public final class RecordedWaits {
    private RecordedWaits() {}

    /**
     * Whether some rank's host computes unless it waits for transfers: its Kineto trace shows communication but no GPU
     * work.
     */
    public static boolean hostsCompute(TraceSet traces) {
        return traces.ranks().stream().anyMatch(RecordedWaits::computes);
    }

    /** The waiting times of all ranks. Requires a conversion when {@linkplain #hostsCompute hosts compute}. */
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

    /** The Kineto trace's lanes of threads that the graph numbers differently. */
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
