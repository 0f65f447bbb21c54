// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.host.EdgeList;
import org.etude.link.host.EventRecords;
import org.etude.link.host.LaunchOrder;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.host.RuntimeCall;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;
import org.etude.report.Counted;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.SyncArgs;

/**
 * Adds edges between streams: work launched after a stream was made to wait for an event depends on the work before
 * that event's record. If neither handles nor GPU records identify the event and stream, they are inferred from the
 * pattern of calls. A wait between launches to two streams of one thread makes the second depend on the first; a wait
 * between launches to the same stream makes it depend on the last work launched on another. {@link WaitPairing}
 * distinguishes several collectives. Inferred edges that contradict the timestamps are dropped.
 */
public final class StreamWaits {
    /** How many collectives may have been launched behind the work that the next one waits for. */
    private static final int LOOK_BACK = 64;

    private final RankContext rank;
    private final NodeTable nodes;
    private final EdgeList edges;
    private final LaunchOrder order;
    private final EventRecords records;
    private final LongOpenHashSet drawn = new LongOpenHashSet();
    private final List<InferredWait> unknown = new ArrayList<>();
    /** Waits within the calls of collectives, for what the program has computed. */
    private final List<InferredWait> ofCalls = new ArrayList<>();

    private int known;
    private int inferred;
    private int contradicted;

    /** Prepares the edges of streams that wait for events. */
    public StreamWaits(RankContext rank, NodeTable nodes, EdgeList edges, LaunchOrder order, EventRecords records) {
        this.rank = rank;
        this.nodes = nodes;
        this.edges = edges;
        this.order = order;
        this.records = records;
    }

    /** Adds one edge per wait whose event is known, and reports the others. */
    public void add() {
        for (int i = 0; i < rank.eventSize(); i++) {
            if (rank.calls()[i] == RuntimeCall.STREAM_WAIT) {
                add(i);
            }
        }
        infer();
        if (inferred + contradicted > 0) {
            String why = records.any()
                    ? "the profiler does not record stream and event handles"
                    : "the trace has no event records, which is usual on ROCm";
            rank.log()
                    .info(
                            "",
                            Counted.of(inferred, "wait between streams", "waits between streams") + " inferred, "
                                    + contradicted + " contradicted by timestamps and left out, " + known + " known",
                            why,
                            "the order between streams is deduced from the pattern of the calls");
        }
    }

    private void add(int wait) {
        int thread = rank.device().lane(wait);
        int sync = records.syncRecord(wait);
        int target = target(sync < 0 ? wait : sync, wait, thread);
        if (target < 0) {
            return;
        }
        int record = records.waitedFor(wait);
        if (record >= 0) {
            known += draw(source(sync, record), target) ? 1 : 0;
            return;
        }
        if (isOfCall(wait, target)) {
            int computed = producer(target, wait, thread);
            if (computed >= 0) {
                ofCalls.add(new InferredWait(wait, computed, target));
            }
            return;
        }
        int source = order.lastOnThread(thread, wait);
        if (source < 0 || nodes.lane[source] == nodes.lane[target]) {
            source = lastElsewhere(nodes.lane[target], wait);
        }
        if (source >= 0) {
            unknown.add(new InferredWait(wait, source, target));
        }
    }

    private void infer() {
        List<InferredWait> waits = new ArrayList<>(WaitPairing.pair(rank, nodes, order, unknown));
        waits.addAll(ofCalls);
        for (InferredWait wait : waits) {
            boolean sound = nodes.end(wait.source())
                    <= nodes.start(wait.target()) + rank.options().clockToleranceNanos();
            contradicted += sound ? 0 : 1;
            inferred += sound && draw(wait.source(), wait.target()) ? 1 : 0;
        }
    }

    /** Whether a collective's own call makes it wait, rather than the program before the call. */
    private boolean isOfCall(int wait, int target) {
        if (nodes.kind(target) != NodeKind.COMM_KERNEL) {
            return false;
        }
        int call = -1;
        for (int op = nodes.parent[target]; op >= 0; op = nodes.parent[op]) {
            call = CommNames.isOperator(ParentAssigner.name(rank, nodes, op)) && nodes.event[op] >= 0 ? op : call;
        }
        return call >= 0 && nodes.event[call] < wait;
    }

    /** The last work before a collective's wait that is no collective itself, of its thread or else of any; -1 if there is none. */
    private int producer(int collective, int wait, int thread) {
        int work = order.lastOnThread(thread, wait);
        for (int n = 0; n < LOOK_BACK && work >= 0 && nodes.kind(work) == NodeKind.COMM_KERNEL; n++) {
            work = order.lastOnThread(thread, rank.launchOf()[nodes.event[work]]);
        }
        if (work < 0 || nodes.kind(work) == NodeKind.COMM_KERNEL) {
            work = lastElsewhere(nodes.lane[collective], wait);
        }
        return work < 0 || nodes.kind(work) == NodeKind.COMM_KERNEL ? -1 : work;
    }

    /** The first work launched after the wait on the stream that waits, or on the thread when the stream is unknown. */
    private int target(int args, int wait, int thread) {
        SyncArgs sync = rank.device().sync(args);
        int lane = sync == null ? -1 : records.lane(sync.stream());
        int next = order.nextOnThread(thread, wait);
        while (lane >= 0 && next >= 0 && nodes.lane[next] != lane) {
            next = order.nextOnThread(thread, rank.launchOf()[nodes.event[next]] + 1);
        }
        return next;
    }

    private int source(int sync, int record) {
        DeviceTrace device = rank.device();
        SyncArgs args = sync < 0 ? null : device.sync(sync);
        int lane = args == null ? -1 : records.lane(args.waitOnStream());
        return lane >= 0 ? order.lastOnStream(lane, record) : records.workBefore(record);
    }

    private int lastElsewhere(int lane, int wait) {
        int best = -1;
        for (int stream = 0; stream < order.streams(); stream++) {
            int last = stream == lane ? -1 : order.lastOnStream(stream, wait);
            boolean launched = last >= 0 && rank.launchOf()[nodes.event[last]] >= 0;
            if (launched && (best < 0 || rank.launchOf()[nodes.event[last]] > rank.launchOf()[nodes.event[best]])) {
                best = last;
            }
        }
        return best;
    }

    private boolean draw(int source, int target) {
        if (source < 0 || nodes.lane[source] == nodes.lane[target]) {
            return false;
        }
        return drawn.add(((long) source << 32) | target) && edges.add(source, target, EdgeKind.STREAM_WAIT);
    }
}
