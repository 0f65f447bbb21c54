// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.lang.ref.SoftReference;
import java.util.List;
import org.etude.analysis.CriticalPath;
import org.etude.analysis.SimulatedDiff;
import org.etude.analysis.recorded.CommCall;
import org.etude.analysis.recorded.CommCalls;
import org.etude.analysis.recorded.DiffEntry;
import org.etude.analysis.recorded.DiffSide;
import org.etude.et.convert.EtConverter;
import org.etude.link.Linker;
import org.etude.replay.RecordedWaits;
import org.etude.report.Progress;
import org.etude.sim.result.RecordedNodes;
import org.etude.sim.result.RecordedOps;
import org.etude.sim.result.TimedNodes;
import org.etude.spec.LinkOptions;
import org.etude.table.Excerpt;
import org.etude.table.run.CriticalPathTable;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/** What is asked of recorded traces and requires linking them, which is done once. */
final class TraceLinks {
    private final TraceSet set;
    /** The last result, reused for equal options; released when memory is short. */
    private SoftReference<LinkedTraces> linked = new SoftReference<>(null);

    private PartnerWaits waits;

    TraceLinks(TraceSet set) {
        this.set = set;
    }

    LinkedTraces link() {
        return link(LinkOptions.defaults(), Progress.ambient());
    }

    synchronized LinkedTraces link(LinkOptions options, Progress watcher) {
        LinkedTraces kept = linked.get();
        if (kept != null && kept.options().equals(options)) {
            return kept;
        }
        LinkedTraces made = LinkedTraces.of(Linker.link(set, options, watcher), options);
        linked = new SoftReference<>(made);
        return made;
    }

    /**
     * How long each rank's collectives and messages waited for the last rank to arrive and, for ranks without GPU work,
     * when their hosts waited for transfers. A single rank waits for no other, but its host may still wait. Converts
     * the traces if hosts compute.
     */
    synchronized PartnerWaits waits() {
        if (waits == null) {
            waits = set.ranks().size() < 2 && !hostsCompute() ? PartnerWaits.none() : link().waits();
        }
        return waits;
    }

    /**
     * The waits if some rank has no GPU work, so that its host computes unless it waits; otherwise none, which avoids
     * linking.
     */
    PartnerWaits hostWaits() {
        return hostsCompute() ? waits() : PartnerWaits.none();
    }

    private boolean hostsCompute() {
        return RecordedWaits.hostsCompute(set);
    }

    List<CommCall> calls() {
        LinkedTraces all = link();
        return CommCalls.of(all.set(), all.matches());
    }

    /** What the recording did, for a comparison with another. */
    List<DiffEntry> entries() {
        return DiffSide.of(set, calls());
    }

    /** What the nodes of its conversion did, for a comparison with a simulated run. */
    List<DiffEntry> nodeEntries() {
        int steps =
                set.ranks().stream().mapToInt(rank -> rank.steps().size()).max().orElse(1);
        return SimulatedDiff.of(RecordedOps.of(link().toEt().set()), Math.max(1, steps));
    }

    TimedNodes nodes() {
        return RecordedNodes.of(EtConverter.timelines(link().set(), Progress.ambient()));
    }

    /** The first rows of the critical path. */
    Excerpt criticalPath(int most) {
        TimedNodes nodes = nodes();
        int[] ranks = set.ranks().stream().mapToInt(RankTrace::rank).toArray();
        List<CriticalPath.Part> path = CriticalPath.of(nodes, nodes.groups());
        List<CriticalPath.Part> shown = path.subList(0, Math.min(most, path.size()));
        return new Excerpt(CriticalPathTable.of(shown, nodes, rank -> ranks[rank]), path.size());
    }
}
