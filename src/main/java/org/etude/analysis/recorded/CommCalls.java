// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.MessageBatch;
import org.etude.link.model.NodeKind;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.trace.comm.CommNames;

/** The timed collectives and messages of a recording. */
public final class CommCalls {
    private CommCalls() {}

    /** One entry per rank and call, ranks ascending, in order of start. Linear in the calls. */
    public static List<CommCall> of(LinkedSet linked, CollectiveMatches matches) {
        Map<Integer, Int2LongOpenHashMap> last = new HashMap<>();
        for (CollectiveMatch match : matches.matches()) {
            for (CollectiveMatch.Member member : match.members()) {
                last.computeIfAbsent(member.rank(), r -> new Int2LongOpenHashMap())
                        .merge(member.node(), member.startNanos() + member.waitingNanos(), Math::max);
            }
        }
        List<CommCall> calls = new ArrayList<>();
        for (LinkedRank rank : linked.ranks()) {
            Progress.checkInterrupted();
            Int2LongOpenHashMap own = last.getOrDefault(rank.trace().rank(), new Int2LongOpenHashMap());
            List<Collective> all = rank.collectives();
            for (int k = 0; k < all.size(); ) {
                List<Collective> together = rank.collectives(all.get(k).node());
                long start = BackendCalls.startNanos(rank, all.get(k));
                if (start != LinkedRank.UNTIMED) {
                    long here = start + rank.trace().clockOffsetNanos();
                    add(linked, rank, together, own.getOrDefault(all.get(k).node(), here) - here, calls);
                }
                k += together.size();
            }
        }
        return calls;
    }

    /**
     * Adds the collective of a node, or each of several messages with its part of the time after the wait, which counts for
     * the first of each connection.
     */
    private static void add(
            LinkedSet linked, LinkedRank rank, List<Collective> together, long waiting, List<CommCall> calls) {
        long whole = BackendCalls.durationNanos(rank, together.get(0));
        if (together.size() == 1) {
            calls.add(call(linked, rank, together.get(0), whole, waiting));
            return;
        }
        MessageBatch batch = new MessageBatch(together);
        long waited = Math.max(0, Math.min(whole, waiting));
        for (int m = 0; m < batch.size(); m++) {
            long moved = batch.until(m, whole - waited) - batch.from(m, whole - waited);
            long first = batch.before(m) < 0 ? waited : 0;
            calls.add(call(linked, rank, batch.get(m), first + moved, first));
        }
    }

    private static CommCall call(LinkedSet linked, LinkedRank rank, Collective c, long nanos, long waiting) {
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
                nanos,
                waiting,
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
