// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;

/**
 * Writes the collectives of a recording across ranks: an arrow from the last rank to arrive to each of the others, for
 * a message from the sender to the receiver; and what each rank had in flight.
 */
final class RecordedRounds {
    private final Map<Integer, LinkedRank> graphs = new HashMap<>();
    private final Map<Integer, TraceLanes> lanes;
    private final Map<Integer, CommCounters> counters = new HashMap<>();
    private final TraceProcesses processes;
    private final long origin;

    RecordedRounds(LinkedSet linked, Map<Integer, TraceLanes> lanes, TraceProcesses processes, long origin) {
        linked.ranks().forEach(rank -> graphs.put(rank.trace().rank(), rank));
        this.lanes = lanes;
        this.processes = processes;
        this.origin = origin;
    }

    void write(CollectiveMatches matches, ChromeTraceWriter out) throws IOException {
        for (CollectiveMatch match : matches.matches()) {
            Progress.checkInterrupted();
            List<TimedSlice> slices = match.members().stream().map(this::slice).toList();
            arrows(match.type(), slices, out);
            count(match, slices);
        }
        for (Map.Entry<Integer, CommCounters> rank : counters.entrySet()) {
            rank.getValue().write(out, processes.of(rank.getKey()));
        }
    }

    private static void arrows(CollectiveType type, List<TimedSlice> slices, ChromeTraceWriter out) throws IOException {
        TimedSlice from = slices.get(0);
        if (type != CollectiveType.SEND) {
            for (TimedSlice slice : slices) {
                from = slice.from() > from.from() ? slice : from;
            }
        }
        for (TimedSlice to : slices) {
            if (to != from) {
                from.arrow(type.name().toLowerCase(Locale.ROOT), to, out);
            }
        }
    }

    private void count(CollectiveMatch match, List<TimedSlice> slices) {
        for (int i = 0; i < slices.size(); i++) {
            CollectiveMatch.Member member = match.members().get(i);
            if (slices.get(i).isShown()) {
                Collective call =
                        graphs.get(member.rank()).collectives(member.node()).get(member.call());
                int ranks = Math.max(
                        match.members().size(),
                        Math.max(call.groupSize(), call.groupRanks().size()));
                counters.computeIfAbsent(member.rank(), rank -> new CommCounters())
                        .add(
                                match.type(),
                                ranks,
                                Math.max(call.inBytes(), call.outBytes()),
                                Math.max(slices.get(i).from(), member.startNanos() + member.waitingNanos() - origin),
                                slices.get(i).to());
            }
        }
    }

    private TimedSlice slice(CollectiveMatch.Member member) {
        LinkedRank graph = graphs.get(member.rank());
        TraceLanes threads = lanes.get(member.rank());
        int event = threads == null ? -1 : graph.eventIndex(member.node());
        if (event < 0 || !threads.isShown(event)) {
            return TimedSlice.NONE;
        }
        long shift = graph.trace().clockOffsetNanos() - origin;
        return RecordedTrace.placed(
                processes.of(member.rank()), threads, graph.trace().device(), event, shift);
    }
}
