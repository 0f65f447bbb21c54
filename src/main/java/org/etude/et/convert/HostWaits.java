// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostLines;
import org.etude.et.host.HostTimeline;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/**
 * Finds where the host waits for collectives carried by a host backend: after a synchronous call, in the gap before the
 * first operator that reads the result, or otherwise in the gap in which the work ends.
 */
final class HostWaits {
    /**
     * The last two arguments (asyncOp, timeout) of a c10d operator that returns only when the transfer is complete.
     */
    private static final Pattern SYNCHRONOUS = Pattern.compile("(?i)\\bfalse\\W+-?\\d+\\W*$");

    /** The same of one that returns at once. */
    private static final Pattern ASYNCHRONOUS = Pattern.compile("(?i)\\btrue\\W+-?\\d+\\W*$");

    private final LinkedRank rank;
    private final WorkNodes work;
    private final HostTimeline host;
    private final BackendThreads backend;
    private final ResultReaders readers;
    /** Whether the work of calls was recorded, so that a call without any was still queued when the recording ended. */
    private final boolean recordsWork;

    private final BusyCallers busy;

    HostWaits(LinkedRank rank, WorkNodes work, HostTimeline host, BackendThreads backend, BusyCallers busy) {
        this.rank = rank;
        this.work = work;
        this.host = host;
        this.backend = backend;
        this.readers = new ResultReaders(rank, work, host, backend);
        this.busy = busy;
        this.recordsWork = IntStream.range(0, work.size()).anyMatch(k -> backend.call(work.node(k)) >= 0);
    }

    /**
     * The first slice of the host that waits for a piece of work, or {@link HostTimeline#NONE}. All from it to the one in which
     * the work ends wait when the call {@linkplain #holds holds} the host.
     */
    int slice(int k) {
        int slice = waiting(k);
        if (work.isMessage(k) && busy.in(slice)) {
            while (slice >= 0 && isGap(slice)) {
                slice = host.next(slice);
            }
        }
        return slice;
    }

    private int waiting(int k) {
        int call = backend.call(work.node(k));
        if (call < 0 && recordsWork && matches(ASYNCHRONOUS, work.node(k))) {
            return HostTimeline.NONE;
        }
        if (call >= 0) {
            int slice = work.isMessage(k) ? behindMessage(k, call) : isSynchronous(call) ? behindCall(k, call) : -1;
            slice = slice >= 0 ? slice : withOthers(k, beforeConsumer(k));
            if (slice >= 0) {
                return slice;
            }
        }
        return byTime(k);
    }

    /**
     * Whether the host does nothing between the call of a transfer and its end: a message, or a synchronous call that
     * had not returned when the backend began. The rest of such a call is not work, although it may take long when
     * other threads take its core.
     */
    boolean holds(int k) {
        int call = backend.call(work.node(k));
        if (call < 0) {
            return false;
        }
        return work.isMessage(k)
                ? behindMessage(k, call) >= 0 && !busy.in(behindMessage(k, call))
                : isSynchronous(call) && work.start(k) < end(call) && behindCall(k, call) >= 0;
    }

    private long end(int call) {
        return rank.startNanos(call) + Math.max(0, rank.durationNanos(call));
    }

    private boolean isSynchronous(int call) {
        return matches(SYNCHRONOUS, call);
    }

    private boolean matches(Pattern arguments, int call) {
        int at = rank.hostIndex(call);
        String values = at >= 0 && rank.trace().host() != null
                ? rank.trace().host().inputs(at).values()
                : "";
        if (values.isEmpty() && rank.eventIndex(call) >= 0) {
            values = rank.trace().device().concreteInputs(rank.eventIndex(call));
        }
        return arguments.matcher(values).find();
    }

    /**
     * The earliest time at which a result can have been handed over. A backend's thread records the end of its work
     * after that, and later still if the waiting thread takes its core.
     */
    static long known(WorkNodes work, int k) {
        return work.end(k) - wakeUp(work, k);
    }

    /** Maximum distance in ns between the recorded end of a transfer and the host's resumption. */
    static long wakeUp(WorkNodes work, int k) {
        return wakeUp(work.start(k), work.end(k));
    }

    /** The same of a transfer between these times. */
    static long wakeUp(long start, long end) {
        return Math.max(HostTimeline.WAKE_UP, (end - start) / 10);
    }

    /** The gap after a call in which the work ends while nothing else runs, or NONE. */
    private int behindCall(int k, int call) {
        int first = firstBehind(call);
        for (int slice = first; slice >= 0 && isGap(slice); slice = host.next(slice)) {
            if (work.end(k) <= host.end(slice)) {
                return slice;
            }
        }
        return work.end(k) <= host.start(first) ? first : HostTimeline.NONE;
    }

    /** The slice that follows a call; the call's own if it is the last one. */
    private int firstBehind(int call) {
        int slice = host.lastStartedBy(host.lineOf(call), end(call));
        boolean begins = isGap(slice) || host.start(slice) == end(call) && host.operator(slice) != call;
        return begins || host.next(slice) < 0 ? slice : host.next(slice);
    }

    /** A send or receive waits after its call if the host resumes as soon as it is complete. */
    private int behindMessage(int k, int call) {
        int slice = behindCall(k, call);
        if (slice < 0) {
            return slice;
        }
        int last = slice;
        while (host.next(last) >= 0 && isGap(host.next(last))) {
            last = host.next(last);
        }
        long wakeUp = wakeUp(rank.startNanos(call), work.end(k));
        return host.end(last) - work.end(k) <= wakeUp ? slice : HostTimeline.NONE;
    }

    private int beforeConsumer(int k) {
        int consumer = readers.of(k);
        if (consumer < 0 || host.sliceOf(consumer) < 0) {
            return HostTimeline.NONE;
        }
        int first = host.sliceOf(consumer);
        int line = host.line(first);
        if (ResultReaders.isWait(rank.name(consumer))) {
            int last = Math.max(first, host.lastStartedBy(line, end(consumer) - 1));
            return Math.min(last, Math.max(first, host.lastStartedBy(line, work.end(k) - 1)));
        }
        int from = first;
        while (host.previous(from) >= 0 && isGap(host.previous(from))) {
            from = host.previous(from);
        }
        int last = from < first && work.end(k) > host.start(first) ? host.previous(first) : first;
        return Math.min(last, Math.max(from, host.lastStartedBy(line, work.end(k) - 1)));
    }

    /**
     * A program may wait for several transfers before it uses the first result: if the work ends in a gap before the use of another
     * result or the mark of a step, and the host resumes right after that, the gap, otherwise the slice before its own use.
     */
    private int withOthers(int k, int own) {
        int slice = own < 0 ? HostTimeline.NONE : byTime(k);
        if (slice < 0 || slice >= own || !isGap(slice)) {
            return own;
        }
        int next = slice;
        while (next < own && isGap(next)) {
            next = host.next(next);
        }
        int operator = host.operator(next);
        boolean common = operator >= 0 && HostLines.isStep(rank.name(operator))
                ? areOver(k, host.start(next))
                : readers.isFirst(operator);
        return common ? slice : own;
    }

    /** Whether the transfers called behind another are over at a time, as they are when the program has waited for all. */
    private boolean areOver(int k, long time) {
        for (int later = k + 1; later < work.size(); later++) {
            int call = backend.call(work.node(later));
            if (call >= 0 && rank.startNanos(call) < time && work.end(later) > time) {
                return false;
            }
            if (call >= 0 && rank.startNanos(call) >= time) {
                return true;
            }
        }
        return true;
    }

    /** The gap in which the work ends, if the host resumes right after that. */
    private int byTime(int k) {
        int line = host.lineOf(backend.call(work.node(k)));
        int slice = host.lastStartedBy(line, work.end(k) - 1);
        if (slice < 0 || host.end(slice) < work.end(k) || !mayWait(slice)) {
            return HostTimeline.NONE;
        }
        long wakeUp = wakeUp(Math.max(work.start(k), host.start(slice)), work.end(k));
        return host.end(slice) - work.end(k) <= wakeUp ? slice : HostTimeline.NONE;
    }

    private boolean mayWait(int slice) {
        int operator = host.operator(slice);
        return operator == HostTimeline.NONE
                || rank.kind(operator) == NodeKind.SYNC_CALL
                || rank.name(operator).contains("wait")
                || rank.name(operator).startsWith("c10d::");
    }

    private boolean isGap(int slice) {
        return host.operator(slice) == HostTimeline.NONE;
    }
}
