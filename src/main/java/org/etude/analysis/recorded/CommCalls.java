// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.CommTimes;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.trace.comm.CommNames;

/** The timed collectives and messages of a recording. */
public final class CommCalls {
    private CommCalls() {}

    /** One entry per rank and call, ranks ascending, in order of start. Linear in the calls. */
    public static List<CommCall> of(LinkedSet linked, CollectiveMatches matches) {
        CommTimes times = new CommTimes(matches);
        List<CommCall> calls = new ArrayList<>();
        for (LinkedRank rank : linked.ranks()) {
            Progress.checkInterrupted();
            List<CommTimes.Time> own = times.of(rank);
            for (int k = 0; k < own.size(); k++) {
                if (own.get(k).isTimed()) {
                    calls.add(call(linked, rank, rank.collectives().get(k), own.get(k)));
                }
            }
        }
        return calls;
    }

    private static CommCall call(LinkedSet linked, LinkedRank rank, Collective c, CommTimes.Time time) {
        int self = rank.trace().rank();
        boolean message = c.type() == CollectiveType.SEND || c.type() == CollectiveType.RECV;
        List<Integer> ranks = c.groupRanks();
        if (message) {
            ranks = c.peer() < 0 ? List.of() : List.of(self, c.peer());
        } else if (ranks.isEmpty() && c.groupSize() == linked.traces().worldSize()) {
            ranks = IntStream.range(0, c.groupSize()).boxed().toList();
        }
        int size = message ? 2 : ranks.isEmpty() ? c.groupSize() : ranks.size();
        return new CommCall(
                self,
                c.type(),
                Math.max(c.inBytes(), c.outBytes()),
                c.dtype(),
                ranks,
                size,
                time.durationNanos(),
                time.waitingNanos(),
                isCallOnly(rank, c.node()));
    }

    /** A call returns long before its transfer ends, except for messages, which may be moved before it returns. */
    private static boolean isCallOnly(LinkedRank rank, int node) {
        String name = rank.name(node);
        return rank.kind(node) == NodeKind.HOST_COMM
                && !CommNames.isHostBackend(name)
                && !CommNames.isMessageCall(name);
    }
}
