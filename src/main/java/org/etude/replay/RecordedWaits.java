// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.util.List;
import org.etude.et.convert.EtConverter;
import org.etude.et.timeline.RankTimeline;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.order.MatchedWaits;
import org.etude.report.Progress;
import org.etude.trace.activity.PartnerWaits;

/**
 * What the ranks of a recording waited for: collectives for the last rank and, where there is no GPU work, the host for transfers. An
 * operator within which it waits, such as one of autograd whose hook calls {@code Work.wait}, computes nothing meanwhile.
 */
public final class RecordedWaits {
    private RecordedWaits() {}

    /** Of all ranks. Hosts are looked at only where a rank has no GPU work; that takes the times of a conversion. */
    public static PartnerWaits of(LinkedSet linked, CollectiveMatches matches, Progress progress) {
        PartnerWaits.Builder waits = MatchedWaits.of(linked, matches);
        if (linked.ranks().stream().allMatch(RecordedWaits::hasGpuWork)) {
            return waits.build();
        }
        List<RankTimeline> timelines = EtConverter.timelines(linked, progress).ranks();
        for (int index = 0; index < timelines.size(); index++) {
            LinkedRank rank = linked.ranks().get(index);
            if (!hasGpuWork(rank)) {
                waits.host(rank.trace().rank(), timelines.get(index).hostWaits());
            }
        }
        return waits.build();
    }

    private static boolean hasGpuWork(LinkedRank rank) {
        for (int node = 0; node < rank.size(); node++) {
            if (rank.kind(node).isGpu()) {
                return true;
            }
        }
        return false;
    }
}
